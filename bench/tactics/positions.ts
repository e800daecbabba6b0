/**
 * Positions with one good move each, mostly from Reinfeld's "Win at Chess" as every engine author knows them, and two endgames
 * that ask for a table and for patience. FEN, solutions in SAN.
 */
export const tactics: readonly { name: string; fen: string; best: readonly string[] }[] = [
  { name: 'WAC 1', fen: '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1', best: ['Qg6'] },
  { name: 'WAC 2', fen: '8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1', best: ['Rxb2'] },
  { name: 'WAC 3', fen: '5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1', best: ['Rg3'] },
  { name: 'WAC 4', fen: 'r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1', best: ['Qxh7+'] },
  { name: 'WAC 5', fen: '5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1', best: ['Qc4+'] },
  { name: 'WAC 6', fen: '7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1', best: ['Rb7'] },
  { name: 'WAC 7', fen: 'rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1', best: ['Ne3'] },
  { name: 'WAC 8', fen: 'r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - 0 1', best: ['Rf7'] },
  { name: 'WAC 9', fen: '3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b - - 0 1', best: ['Bh2+'] },
  { name: 'WAC 10', fen: '2br2k1/2q3rn/p2NppQ1/2p1P3/Pp5R/4P3/1P3PPP/3R2K1 w - - 0 1', best: ['Rxh7'] },
  { name: 'WAC 11', fen: 'r1b1kb1r/3q1ppp/pBp1pn2/8/Np3P2/5B2/PPP3PP/R2Q1RK1 w kq - 0 1', best: ['Bxc6'] },
  { name: 'WAC 12', fen: '4k1r1/2p3r1/1pR1p3/3pP2p/3P2qP/P4N2/1PQ4P/5R1K b - - 0 1', best: ['Qxf3+'] },
  { name: 'WAC 13', fen: '5rk1/pp4p1/2n1p2p/2Npq3/2p5/6P1/P3P1BP/R4Q1K w - - 0 1', best: ['Qxf8+'] },
  { name: 'WAC 14', fen: 'r2rb1k1/pp1q1p1p/2n1p1p1/2bp4/5P2/PP1BPR1Q/1BPN2PP/R5K1 w - - 0 1', best: ['Qxh7+'] },
  { name: 'WAC 15', fen: '1R6/1brk2p1/4p2p/p1P1Pp2/P7/6P1/1P4P1/2R3K1 w - - 0 1', best: ['Rxb7'] },
  { name: 'WAC 16', fen: 'r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - - 0 1', best: ['Nc3'] },
  { name: 'WAC 17', fen: '1k5r/pppbn1pp/4q1r1/1P3p2/2NPp3/1QP5/P4PPP/R1B1R1K1 w - - 0 1', best: ['Ne5'] },
  { name: 'WAC 18', fen: 'R7/P4k2/8/8/8/8/r7/6K1 w - - 0 1', best: ['Rh8'] },
  { name: 'WAC 19', fen: 'r1b2rk1/ppbn1ppp/4p3/1QP4q/3P4/N4N2/5PPP/R1B2RK1 w - - 0 1', best: ['c6'] },
  { name: 'WAC 20', fen: 'r2qkb1r/1ppb1ppp/p7/4p3/P1Q1P3/2P5/5PPP/R1B2KNR b kq - 0 1', best: ['Bb5'] },
  { name: 'two moves with zugzwang', fen: 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', best: ['Ra6'] },
  { name: 'Fine 70', fen: '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1', best: ['Kb1'] },
  { name: 'Réti', fen: '7K/8/k1P5/7p/8/8/8/8 w - - 0 1', best: ['Kg7'] },
];
