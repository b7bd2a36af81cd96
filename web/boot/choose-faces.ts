/**
 * Preloads the fonts of a first page. On a slow line they would take the bandwidth from the pictures and come too late all the same: there the page goes without them,
 * they are fetched after all else, and the next page has them (`web/entry-client.tsx`). Without storage they are preloaded.
 */
{
  /** Milliseconds there and back from which on no font has come in time for the first frame, whatever the bandwidth (0067). */
  const SLOW_ROUND_TRIP = 100;
  const { fonts = '' } = (document.currentScript as HTMLScriptElement).dataset;
  const files = fonts.split(' ');

  /** What it took to connect, without the keys; of a connection that was there already, what the response took. */
  const roundTrip = ({ connectStart, connectEnd, secureConnectionStart, requestStart, responseStart }: PerformanceNavigationTiming) =>
    connectStart < connectEnd ? (secureConnectionStart || connectEnd) - connectStart : responseStart - requestStart;

  let storage: Storage | undefined;
  try {
    storage = localStorage;
  } catch {}
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (storage && !storage.faces && navigation && roundTrip(navigation) > SLOW_ROUND_TRIP) {
    (document.getElementById('faces') as HTMLStyleElement).media = 'not all';
    addEventListener(
      'load',
      () =>
        void Promise.all(files.map((file) => fetch(file)))
          .then(() => storage.setItem('faces', '1'))
          .catch(() => {}),
    );
  } else {
    for (const href of files)
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href }),
      );
  }
}
