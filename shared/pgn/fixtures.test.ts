import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPgn } from './read';
import { mainLine } from './tree';

const folder = new URL('../../fixtures/', import.meta.url);

test.each(['first-light.pgn', 'annotated.pgn', 'repertoire.pgn', 'rules.pgn'])(
  '%s is legal to the last move',
  (name) => {
    const { games } = readPgn(readFileSync(new URL(name, folder), 'utf8'));
    expect(games.length).toBeGreaterThan(0);
    for (const game of games) {
      expect(game.problems, `game ${game.number}`).toEqual([]);
      expect(mainLine(game).length).toBeGreaterThan(0);
      expect(game.termination).toBeDefined();
    }
  },
);
