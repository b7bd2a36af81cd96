/**
 * The browser would jump to the hash once the document is parsed, so it is hidden until
 * `core/web/routes/follow-hash.ts` scrolls there smoothly. With reduced motion, it jumps.
 */
{
  const { hash, pathname, search } = location;
  if (hash && pathname === '/' && !matchMedia('(prefers-reduced-motion:reduce)').matches) {
    history.replaceState(history.state, '', pathname + search);
    addEventListener('DOMContentLoaded', () =>
      // The browser reads the hash right after this event.
      setTimeout(() => history.replaceState(history.state, '', hash)),
    );
  }
}
