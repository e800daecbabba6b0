import { Chessground } from 'chessground';
import type { Api } from 'chessground/api';
import type { Config } from 'chessground/config';
import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/** Chessground on an element: made once, then told whatever changes in the configuration. */
export const chessground =
  (config: () => Config, ready?: (api: Api) => void): Attachment<HTMLElement> =>
  (element) => {
    const api = Chessground(element, untrack(config));
    ready?.(api);
    $effect(() => api.set(config()));
    return () => api.destroy();
  };
