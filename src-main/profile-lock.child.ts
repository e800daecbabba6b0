import { takeProfile } from './profile-lock';

/** Holds a profile until the test kills it: FOLDER. */
await takeProfile(process.argv[2]!);
process.stdout.write('taken\n');
setInterval(() => {}, 1 << 30);
