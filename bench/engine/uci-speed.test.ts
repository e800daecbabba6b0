import { describe, expect, it } from 'vitest';
import { uciSpeed } from './uci-speed';

/** Measures an engine that says these lines once it is told to go. */
const speed = (...lines: string[]) => {
  const said = JSON.stringify(lines.map((line) => `${line}\n`).join(''));
  const script = `
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      if (line.startsWith('go')) process.stdout.write(${said});
      if (line === 'quit') process.exit(0);
    });`;
  return uciSpeed(process.execPath, ['-e', script], 1);
};
const nodesPerSecond = async (...lines: string[]) => (await speed(...lines, 'bestmove e2e4')).nodesPerSecond;

describe('the speed of an engine', () => {
  it('is that of its last info with nodes and time, whatever else stands in it and in whichever order', async () => {
    const early = 'info depth 1 seldepth 3 score cp -21 time 1 nodes 52 nps 52000 pv a1b1';
    expect(await nodesPerSecond(early, 'info depth 9 score cp 3 nodes 1200 nps 600000 time 2 pv e2e4')).toBe(600_000);
    expect(await nodesPerSecond(early, 'info time 1000 nodes 1600000 nps 1600000 cpuload 996')).toBe(1_600_000);
    expect(await nodesPerSecond(early, 'info nodes 2100000 nps 2100000 time 1000 hashfull 101')).toBe(2_100_000);
  });

  it('needs no nodes per second of the engine, nor a right one', async () => {
    expect(await nodesPerSecond('info time 250 nodes 500000 nps 0 cpuload 972')).toBe(2_000_000);
    expect(await nodesPerSecond('info depth 4 time 250 nodes 500000')).toBe(2_000_000);
  });

  it('is not taken from lines that tell neither, one alone, no time yet, or words', async () => {
    const known = 'info depth 4 time 100 nodes 100000';
    const others = ['info depth 5', 'info hashfull 841', 'info currmove f3h4 currmovenumber 24', 'info nodes 7'];
    const none = 'info depth 5 time 0 nodes 9000 nps 0';
    expect(await nodesPerSecond(known, ...others, none, 'info string at time 1 nodes 2')).toBe(1_000_000);
  });

  it('comes with the name that the engine gives itself', async () => {
    const { name } = await speed('id name Toga II 3.0 ', 'id author A', 'info time 1 nodes 1', 'bestmove e2e4');
    expect(name).toBe('Toga II 3.0');
  });

  it('of one that tells none, or cannot be started, is an error that names it', async () => {
    await expect(speed('bestmove e2e4')).rejects.toThrow(`${process.execPath} ended (code 0) before it told`);
    await expect(uciSpeed('/no/such/engine', [], 1)).rejects.toThrow('/no/such/engine');
  });
});
