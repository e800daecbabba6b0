import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import { parseUci } from 'chessops/util';
import { Player } from './match/player';
import { tactics } from './tactics/positions';

/**
 * Positions with a known best move, a second each: how many the built app's engine solves.
 *
 *     node bench/run.mjs tactics [MILLISECONDS] [PROGRAM ARGUMENT…]
 */
export async function run([ms = '1000', ...command]: string[]): Promise<void> {
  const player = new Player(
    'engine',
    command.length > 0 ? command : [process.execPath, 'dist/main/threefold.js', 'uci'],
  );
  await player.start({ Hash: '16', Threads: '1' });
  let solved = 0;
  for (const { name, fen, best } of tactics) {
    await player.newGame();
    const { move, depth, score } = await player.play(`position fen ${fen}`, `movetime ${ms}`);
    const san = move ? makeSanAndPlay(Chess.fromSetup(parseFen(fen).unwrap()).unwrap(), parseUci(move)!) : 'none';
    const right = best.some((expected) => expected.replace(/[+#]$/, '') === san.replace(/[+#]$/, ''));
    if (right) solved++;
    console.log(`${right ? 'solved ' : 'missed '} ${name}: ${san}, depth ${depth}, ${score}`);
  }
  player.quit();
  console.log(`${solved} of ${tactics.length} solved at ${ms} ms`);
}
