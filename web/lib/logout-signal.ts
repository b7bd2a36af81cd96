/** Tells every open window of the shop that somebody has logged out in one of them. */
const CHANNEL = 'druse-logout';

export function signalLogout(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** @returns ends it. */
export function onLogout(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}
