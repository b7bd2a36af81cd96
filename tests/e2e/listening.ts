/** Listens to a page as a screen reader does: what gets the focus, and what comes into live regions. */
import type { Page } from '@playwright/test';

export const NOTHING = 'nothing has the focus';

export type Heard = {
  /** All that was heard since the last time, in order. */
  since: () => string[];
  /** All that live regions have said from the beginning, or since the last time. */
  said: () => string[];
};

/** Called before the page is opened. */
export async function listenTo(page: Page): Promise<Heard> {
  const heard: string[] = [];
  await page.exposeFunction('hear', (line: string) => void heard.push(line));
  await page.addInitScript(() => {
    const hear = (line: string) =>
      (globalThis as unknown as { hear: (line: string) => void }).hear(line);
    const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
    const texts = (ids: string | null) =>
      tidy(
        ids
          ?.split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      );

    function nameOf(element: Element): string {
      const label = (element as HTMLInputElement).labels?.[0]?.textContent?.replace('*', '');
      return (
        tidy(element.getAttribute('aria-label')) ||
        texts(element.getAttribute('aria-labelledby')) ||
        tidy(label) ||
        tidy(element.textContent)
      );
    }

    const roles: Record<string, string> = {
      A: 'link',
      BUTTON: 'button',
      INPUT: 'field',
      TEXTAREA: 'field',
      SUMMARY: 'button',
      LI: 'line',
      H1: 'heading',
      H2: 'heading',
    };

    let hadFocus = false;
    let last: HTMLButtonElement | undefined;
    document.addEventListener('focusin', ({ target }) => {
      const element = target as Element;
      hadFocus = true;
      last = element as HTMLButtonElement;
      // Where the headline is still to come; it has no name.
      if (element.matches('main')) return;
      const wrong =
        element.getAttribute('aria-invalid') === 'true'
          ? `, invalid: ${texts(element.getAttribute('aria-describedby'))}`
          : '';
      hear(
        `${element.getAttribute('role') ?? roles[element.tagName] ?? element.tagName.toLowerCase()}: ${nameOf(element)}${wrong}`,
      );
    });

    // In every frame that is drawn.
    const look = () => {
      // A button that is disabled while the shop works gets the focus back.
      const isWorking = last?.isConnected && last.disabled;
      const isNowhere =
        hadFocus && !isWorking && document.hasFocus() && document.activeElement === document.body;
      if (isNowhere) {
        hear('nothing has the focus');
        hadFocus = false;
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);

    const LIVE =
      ':is([role=status],[role=alert],[aria-live=polite],[aria-live=assertive]):not([aria-live=off])';
    /** What a modal makes inert is silent. */
    const isAudible = (region: Element) => {
      const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
      return (
        region.isConnected &&
        !region.closest('[inert], [aria-hidden=true]') &&
        (!modal || modal.contains(region))
      );
    };
    new MutationObserver((changes) => {
      const regions = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
        if (around) regions.add(around);
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const region of [node, ...node.querySelectorAll('*')])
              if (region.matches(LIVE)) regions.add(region);
      }
      for (const region of regions) {
        // biome-ignore lint/performance/useDomNodeTextContent: what is not drawn is not said
        const text = tidy((region as HTMLElement).innerText);
        if (text && isAudible(region)) hear(`said: ${text}`);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const SAID = 'said: ';
  return {
    since: () => heard.splice(0),
    said: () => heard.flatMap((line) => (line.startsWith(SAID) ? [line.slice(SAID.length)] : [])),
  };
}
