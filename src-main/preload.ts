import { ipcRenderer, webUtils } from 'electron';

/**
 * A bridge, not a tool: the page asks once and is handed the port on which it talks to main. Nothing is exposed.
 * Ports do not pass through contextBridge, so it travels by window.postMessage.
 */
window.addEventListener('message', (event) => {
  if (event.source === window && event.data === 'threefold:want-port') ipcRenderer.send('want-port');
});
ipcRenderer.on('port', (event) => window.postMessage('threefold:port', location.origin, [event.ports[0]!]));

/** Files dropped on the window are opened from disk by main, which so knows where to save them. */
window.addEventListener(
  'drop',
  (event) => {
    const paths = [...(event.dataTransfer?.files ?? [])].map((file) => webUtils.getPathForFile(file));
    if (paths.length === 0 || paths.includes('')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ipcRenderer.send('dropped', paths);
    // What shows that files may be dropped here goes when a drag leaves.
    event.target?.dispatchEvent(new DragEvent('dragleave', { bubbles: true }));
  },
  { capture: true },
);
