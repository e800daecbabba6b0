import { Chess } from 'chessops/chess';
import { expect, test, vi } from 'vitest';
import { fakeMain } from '../testing/fake-main';
import { show } from '../testing/show';
import { drawBoard } from './picture';

/** How many different colours the square shows, counted from the top left of the picture. */
async function colours(picture: Blob, column: number, row: number): Promise<number> {
  const image = await createImageBitmap(picture);
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const side = image.width / 8;
  const { data } = context.getImageData(column * side, row * side, side, side);
  return new Set(new Uint32Array(data.buffer)).size;
}

test('the board is drawn from the page’s own pieces, as it is turned', async () => {
  await show(fakeMain());
  const { board } = Chess.default();
  board.take(60);
  const drawn = (orientation: 'white' | 'black') => drawBoard({ board, move: null, orientation, coordinates: false });
  const white = await drawn('white');
  expect(white.type).toBe('image/png');
  expect(await colours(white, 4, 0)).toBe(1);
  expect(await colours(white, 4, 7)).toBeGreaterThan(10);
  expect(await colours(white, 3, 4)).toBe(1);
  const black = await drawn('black');
  expect(await colours(black, 3, 7)).toBe(1);
  expect(await colours(black, 3, 0)).toBeGreaterThan(10);
});

test('the button saves it, named after the game and the move', async () => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { desk, screen } = await show(fakeMain({ games: ['[White "A"]\n[Black "B"]\n\n1. e4 *'] }));
  desk.game.goToPly(1);
  await screen.getByRole('button', { name: 'Save the board as an image' }).click();
  await expect.poll(() => saved).toEqual(['A - B - 1. e4.png']);
  expect(desk.notices).toEqual([]);
  click.mockRestore();
});
