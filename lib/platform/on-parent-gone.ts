/**
 * Calls a function once the channel to the parent process is closed, also if that was before: a parent that is killed
 * while its child starts closes it before the child's modules are loaded.
 */
export function onParentGone(end: () => void): void {
  if (process.connected === false) end();
  else process.on('disconnect', end);
}
