import { ROW, type MapNode, type PositionMap } from './graph';

/** Where the map is looked at: `x`, `y` of the map at the canvas's top left corner, and pixels per unit. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Colours {
  edge: string;
  node: string;
  meeting: string;
  chosen: string;
  found: string;
  here: string;
  text: string;
  surface: string;
}

/** Radii in pixels that no distance makes smaller. */
const LEAST_MEETING = 2.4;
const LEAST_NODE = 0.9;

/** Below this scale names would be a grey mist. */
const NAMES_FROM = 0.62;

export const placeOf = ({ column }: PositionMap, node: MapNode) => ({ x: node.ply * column, y: node.row * ROW });

export function fit(map: PositionMap, width: number, height: number): View {
  const scale = Math.min(
    1.4,
    (width - 90) / Math.max(1, (map.plies - 1) * map.column),
    (height - 60) / (map.rows * ROW),
  );
  return { scale, x: -45 / scale, y: -height / 2 / scale };
}

const radiusOf = (node: MapNode): number =>
  Math.min(13, 3.5 + 1.8 * Math.sqrt(node.games)) + (node.from.length > 1 ? 1.5 : 0);

/** The node under the pixel. */
export function nodeUnder(map: PositionMap, view: View, px: number, py: number): MapNode | undefined {
  const [x, y] = [px / view.scale + view.x, py / view.scale + view.y];
  const ply = Math.round(x / map.column);
  let best: MapNode | undefined;
  let nearest = 18 ** 2;
  for (const node of map.nodes) {
    if (node.ply !== ply) continue;
    const place = placeOf(map, node);
    const distance = (place.x - x) ** 2 + (place.y - y) ** 2;
    if (distance < nearest) [best, nearest] = [node, distance];
  }
  return best;
}

export interface Marks {
  chosen: MapNode | undefined;
  /** Nodes on a way to the chosen one. */
  way: ReadonlySet<MapNode>;
  found: ReadonlySet<MapNode>;
  here: bigint;
}

/** Only what is in sight is drawn: the map may have thousands of nodes. */
export function draw(
  paper: CanvasRenderingContext2D,
  map: PositionMap,
  view: View,
  { chosen, way, found, here }: Marks,
  colours: Colours,
): void {
  const { width, height } = paper.canvas;
  const density = devicePixelRatio;
  paper.setTransform(1, 0, 0, 1, 0, 0);
  paper.clearRect(0, 0, width, height);
  const scale = view.scale * density;
  paper.setTransform(scale, 0, 0, scale, -view.x * scale, -view.y * scale);
  const sight = {
    left: view.x - map.column,
    right: view.x + width / scale + map.column,
    top: view.y - ROW,
    bottom: view.y + height / scale + ROW,
  };
  const inSight = ({ x, y }: { x: number; y: number }) =>
    x > sight.left && x < sight.right && y > sight.top && y < sight.bottom;
  const names = view.scale >= NAMES_FROM;

  paper.font = '11px system-ui, sans-serif';
  paper.textAlign = 'center';
  for (const edge of map.edges) {
    const [a, b] = [placeOf(map, edge.from), placeOf(map, edge.to)];
    if (!inSight(a) && !inSight(b)) continue;
    const onWay = way.has(edge.from) && way.has(edge.to);
    paper.strokeStyle = onWay ? colours.chosen : colours.edge;
    paper.lineWidth = Math.min(7, 0.8 + 0.7 * Math.sqrt(edge.games)) + (onWay ? 0.8 : 0);
    paper.beginPath();
    paper.moveTo(a.x, a.y);
    // A move back to an earlier column bows out below.
    if (b.x <= a.x) paper.bezierCurveTo(a.x + 30, a.y + 60, b.x - 30, b.y + 60, b.x, b.y);
    else paper.bezierCurveTo(a.x + map.column / 2, a.y, b.x - map.column / 2, b.y, b.x, b.y);
    paper.stroke();
  }
  const leastMeeting = LEAST_MEETING / view.scale;
  const leastNode = LEAST_NODE / view.scale;
  // Meetings over the others: from afar they are what there is to see.
  const single = map.nodes.filter(({ from }) => from.length <= 1);
  for (const node of [...single, ...map.meetings]) {
    const place = placeOf(map, node);
    if (!inSight(place)) continue;
    const radius = Math.max(radiusOf(node), node.from.length > 1 ? leastMeeting : leastNode);
    paper.beginPath();
    paper.arc(place.x, place.y, radius, 0, 2 * Math.PI);
    paper.fillStyle = found.has(node) ? colours.found : node.from.length > 1 ? colours.meeting : colours.node;
    paper.fill();
    if (node === chosen || node.key === here) {
      paper.beginPath();
      paper.arc(place.x, place.y, radius + 3.5, 0, 2 * Math.PI);
      paper.strokeStyle = node === chosen ? colours.chosen : colours.here;
      paper.lineWidth = 2.5;
      paper.stroke();
    }
    const [edge] = node.from;
    if (!names || !edge) continue;
    const label =
      node.from.length > 1 ? [...new Set(node.from.map(({ san }) => san))].slice(0, 3).join(' / ') : edge.san;
    paper.lineWidth = 3;
    paper.strokeStyle = colours.surface;
    paper.strokeText(label, place.x, place.y - radius - 4);
    paper.fillStyle = colours.text;
    paper.fillText(label, place.x, place.y - radius - 4);
  }
}
