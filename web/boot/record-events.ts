/**
 * Remembers the last click on a button or a picture that can be enlarged, or choice in a select, until the page is hydrated (`web/lib/pre-hydration-events.ts`). It
 * hides them from React, which would otherwise replay some of them too.
 */
{
  let replay: (() => void) | undefined;
  const types = ['click', 'change'];

  const record = (event: Event) => {
    const isClick = event.type === 'click';
    const target = (event.target as Element).closest<HTMLElement>(isClick ? 'button[type=button],a[data-picture]' : 'select');
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
    // A link that is to open elsewhere does.
    if (!target || (target.localName === 'a' && (ctrlKey || metaKey || shiftKey))) return;
    replay = () => (isClick ? target.click() : target.dispatchEvent(new Event('change', { bubbles: true })));
    event.stopPropagation();
    // A picture is a link to its file, which leads out of the shop.
    event.preventDefault();
  };

  for (const type of types) addEventListener(type, record, true);
  window.replayPreHydrationEvents = () => {
    for (const type of types) removeEventListener(type, record, true);
    delete window.replayPreHydrationEvents;
    replay?.();
  };
}
