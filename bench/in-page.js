/** Runs in every page of `bench/press.ts`, which asks `bench` for what it has seen. */
const durations = [];
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId) durations.push(duration);
}).observe({ type: 'event', durationThreshold: 16, buffered: true });

function isInView(element) {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight;
}

globalThis.bench = {
  /** The longest of all presses since it was last asked, in milliseconds; 16 where none took that long. */
  takeLongest: () => Math.max(16, ...durations.splice(0)),

  /** How far the page was scrolled when `timeUntil` last saw its event. */
  scrolledAtPress: 0,

  /** Milliseconds from the next such event until path, heading and all pictures in view are there and painted. */
  timeUntil: ({ event, heading, picture, path }) =>
    new Promise((resolve) => {
      function begin({ timeStamp }) {
        globalThis.bench.scrolledAtPress = scrollY;
        const end = () => resolve(performance.now() - timeStamp);
        function look() {
          const pictures = [...document.querySelectorAll(picture)].filter(isInView);
          const isThere =
            location.pathname.startsWith(path) &&
            document.querySelector(heading) !== null &&
            pictures.length > 0;
          if (
            isThere &&
            pictures.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
          ) {
            requestAnimationFrame(() => setTimeout(end));
          } else requestAnimationFrame(look);
        }
        requestAnimationFrame(look);
      }
      addEventListener(event, begin, { capture: true, once: true });
    }),
};
