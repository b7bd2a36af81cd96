/**
 * Remembers the last click on a button or choice in a select until the page is hydrated (`web/lib/pre-hydration-events.ts`). It hides them from React, which would
 * otherwise replay some of them too.
 */
{
  let replay: (() => void) | undefined;
  const types = ['click', 'change'];

  const record = (event: Event) => {
    const isClick = event.type === 'click';
    const target = (event.target as Element).closest<HTMLElement>(isClick ? 'button[type=button]' : 'select');
    if (!target) return;
    replay = () => (isClick ? target.click() : target.dispatchEvent(new Event('change', { bubbles: true })));
    event.stopPropagation();
  };

  for (const type of types) addEventListener(type, record, true);
  window.replayPreHydrationEvents = () => {
    for (const type of types) removeEventListener(type, record, true);
    delete window.replayPreHydrationEvents;
    replay?.();
  };
}
