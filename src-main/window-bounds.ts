/** Where a window is, in the screen's units. */
export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** As it was when the app last ended. */
export interface WindowState extends Partial<Bounds> {
  width: number;
  height: number;
  maximized: boolean;
}

/** The least in which the page can be used; the window gets no smaller. */
export const smallest = { width: 720, height: 480 };
/** At the first start, or where nothing sound is remembered. */
export const firstTime: WindowState = { width: 1360, height: 860, maximized: false };

/** Of a title bar at least this much has to be on a screen, so that it can be grabbed. */
const grip = { width: 120, height: 40 };

/**
 * The remembered place, fitted to the screens (their work areas) there are now: no larger than the screen it is
 * on, and moved back onto the nearest one when that screen is gone. Without a remembered place the system chooses.
 */
export function fitBounds(saved: WindowState, screens: readonly Bounds[]): Partial<Bounds> {
  const main = screens[0];
  if (!main) return { width: saved.width, height: saved.height };
  const { x, y } = saved;
  if (x === undefined || y === undefined) return sized(saved, main);
  const wanted: Bounds = { x, y, width: saved.width, height: saved.height };
  const home = screens.find((screen) => canBeGrabbed(wanted, screen)) ?? nearest(wanted, screens);
  const size = sized(saved, home);
  if (canBeGrabbed({ ...wanted, ...size }, home)) return { x, y, ...size };
  return {
    x: clamp(x, home.x, home.x + home.width - size.width),
    y: clamp(y, home.y, home.y + home.height - size.height),
    ...size,
  };
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

const sized = ({ width, height }: WindowState, screen: Bounds) => ({
  width: clamp(width, smallest.width, Math.max(smallest.width, screen.width)),
  height: clamp(height, smallest.height, Math.max(smallest.height, screen.height)),
});

/** Whether enough of the title bar is on the screen. */
function canBeGrabbed(window: Bounds, screen: Bounds): boolean {
  const visible = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x);
  return visible >= grip.width && window.y >= screen.y && window.y <= screen.y + screen.height - grip.height;
}

function nearest(window: Bounds, screens: readonly Bounds[]): Bounds {
  const distance = (screen: Bounds) =>
    Math.hypot(
      window.x + window.width / 2 - (screen.x + screen.width / 2),
      window.y + window.height / 2 - (screen.y + screen.height / 2),
    );
  return screens.reduce((best, screen) => (distance(screen) < distance(best) ? screen : best));
}
