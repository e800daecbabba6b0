/**
 * One figure beside its peers. Rounds go by turns, ours first in every other one, so that a busy machine slows all alike;
 * what counts is the ratio within a round, of which the median and the range are told.
 */
export interface Contest {
  title: string;
  unit: string;
  /** Whether more is better (so many a second) or less (so long). */
  better: 'more' | 'less';
  ours: Contestant;
  peers: Peer[];
  note?: string;
}

export interface Contestant {
  name: string;
  measure: () => Promise<number> | number;
}
/** A peer, or the name of one that is not there and why. */
export type Peer = Contestant | { name: string; absent: string };

export interface Spread {
  median: number;
  least: number;
  most: number;
}

export interface Outcome {
  contest: Contest;
  rows: { name: string; value?: Spread; ratio?: Spread; absent?: string }[];
}

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, least: sorted[0]!, most: sorted.at(-1)! };
};

const isThere = (peer: Peer): peer is Contestant => 'measure' in peer;

export async function hold(contest: Contest, rounds: number): Promise<Outcome> {
  const { ours, better } = contest;
  const present = [ours, ...contest.peers.filter(isThere)];
  const values = new Map<Contestant, number[]>(present.map((contestant) => [contestant, []]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 ? [...present].reverse() : present;
    for (const contestant of order) values.get(contestant)!.push(await contestant.measure());
  }
  const own = values.get(ours)!;
  const rows: Outcome['rows'] = [{ name: ours.name, value: spreadOf(own) }];
  for (const peer of contest.peers) {
    if (!isThere(peer)) rows.push({ name: peer.name, absent: peer.absent });
    else {
      const theirs = values.get(peer)!;
      const ratio = spreadOf(own.map((value, i) => (better === 'more' ? value / theirs[i]! : theirs[i]! / value)));
      rows.push({ name: peer.name, value: spreadOf(theirs), ratio });
    }
  }
  return { contest, rows };
}

/** How long the work took, in seconds. */
export async function seconds(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** How a cost grows: the measured points, and the slope of the line through their logarithms (1: in proportion). */
export interface Growth {
  title: string;
  /** What grows, and the unit of its cost. */
  of: string;
  unit: string;
  points: { size: number; cost: Spread }[];
}

export const slope = ({ points }: Growth): number => {
  const x = points.map(({ size }) => Math.log(size));
  const y = points.map(({ cost }) => Math.log(cost.median));
  const mean = (numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
  const [mx, my] = [mean(x), mean(y)];
  const up = x.reduce((sum, value, i) => sum + (value - mx) * (y[i]! - my), 0);
  return up / x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
};
