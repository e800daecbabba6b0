import type { Board, Color, NormalMove, Piece } from 'chessops';
import { squareFile, squareRank } from 'chessops/util';

export interface BoardPicture {
  board: Board;
  /** The move that led here, shown on its two squares. */
  move: NormalMove | null;
  /** Whose side is below. */
  orientation: Color;
  coordinates: boolean;
}

/** Pixels; eight squares of it make the picture. */
const SQUARE = 120;

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The images that the board on the page is drawn with, from its style sheet: nothing is loaded from elsewhere. */
async function pieceImage({ role, color }: Piece): Promise<HTMLImageElement> {
  const wrap = document.createElement('div');
  wrap.className = 'cg-wrap';
  wrap.hidden = true;
  const probe = document.createElement('piece');
  probe.className = `${role} ${color}`;
  wrap.append(probe);
  document.body.append(wrap);
  const url = /^url\("(.*)"\)$/.exec(getComputedStyle(probe).backgroundImage)?.[1];
  wrap.remove();
  if (!url) throw new Error(`no image for the ${color} ${role}`);
  const image = new Image(SQUARE, SQUARE);
  image.src = url;
  await image.decode();
  return image;
}

/** A PNG of the board in the colours of the page. */
export async function drawBoard({ board, move, orientation, coordinates }: BoardPicture): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 8 * SQUARE;
  const context = canvas.getContext('2d')!;
  const light = token('--board-light');
  const dark = token('--board-dark');
  const column = (file: number) => (orientation === 'white' ? file : 7 - file);
  const row = (rank: number) => (orientation === 'white' ? 7 - rank : rank);

  for (let square = 0; square < 64; square++) {
    const file = squareFile(square);
    const rank = squareRank(square);
    const [x, y] = [column(file) * SQUARE, row(rank) * SQUARE];
    const isDark = (file + rank) % 2 === 0;
    context.fillStyle = isDark ? dark : light;
    context.fillRect(x, y, SQUARE, SQUARE);
    if (move && (square === move.from || square === move.to)) {
      context.fillStyle = token('--board-move');
      context.fillRect(x, y, SQUARE, SQUARE);
    }
    if (!coordinates) continue;
    context.fillStyle = isDark ? light : dark;
    context.font = `600 ${SQUARE / 6}px ${token('--font')}`;
    context.textAlign = 'left';
    context.textBaseline = 'top';
    if (x === 0) context.fillText(String(rank + 1), 6, y + 6);
    context.textAlign = 'right';
    context.textBaseline = 'bottom';
    if (y === 7 * SQUARE) context.fillText('abcdefgh'[file]!, x + SQUARE - 6, y + SQUARE - 4);
  }

  const images = new Map<string, Promise<HTMLImageElement>>();
  for (const [square, piece] of board) {
    const name = `${piece.color} ${piece.role}`;
    if (!images.has(name)) images.set(name, pieceImage(piece));
    const image = await images.get(name)!;
    context.drawImage(image, column(squareFile(square)) * SQUARE, row(squareRank(square)) * SQUARE, SQUARE, SQUARE);
  }

  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the board could not be drawn'))), 'image/png'),
  );
}
