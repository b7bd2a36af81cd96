/** Tells every open window of the shop of a logout in one of them. */
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
