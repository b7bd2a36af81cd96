/**
 * Remembers the last click or choice until hydration (`ui/lib/pre-hydration-events.ts`), and hides
 * them from React, which would replay some too.
 */
{
  let replay: (() => void) | undefined;
  const types = ['click', 'change'];

  const record = (event: Event) => {
    const isClick = event.type === 'click';
    const target = (event.target as Element).closest<HTMLElement>(
      isClick ? 'button[type=button],a[data-picture]' : 'select',
    );
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
    // A link that is to open elsewhere does.
    if (!target || (target.localName === 'a' && (ctrlKey || metaKey || shiftKey))) return;
    replay = () =>
      isClick ? target.click() : target.dispatchEvent(new Event('change', { bubbles: true }));
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
