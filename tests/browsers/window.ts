/** A window of any browser, and a person in front of it who finds things by role and name. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Found, findInPage, type Role } from './find-in-page.ts';

/** What every browser can be told from outside. */
export type Window = {
  goto(url: string): Promise<void>;
  /** Calls a function in the page. It and its arguments are sent as text: it sees nothing from around it. */
  evaluate<Args extends unknown[], T>(run: (...args: Args) => T, ...args: Args): Promise<T>;
  /** Presses and releases the pointer, in CSS pixels from the upper left of what is shown. */
  tap(x: number, y: number): Promise<void>;
  /** Types where the focus is; keys without a character by their names. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Chooses files in the input that the selector finds. */
  upload(selector: string, files: string[]): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Errors that pages have reported since the last call. */
  takeErrors(): string[];
  close(): Promise<void>;
};

export type Key = 'Enter' | 'Escape' | 'End' | 'Home' | 'ArrowRight' | 'Delete';

/** In CSS pixels. */
export type Size = { width: number; height: number };

export type Browser = {
  name: string /** What is missing on this machine; null where nothing is. */;
  missing: string | null;
  open(size: Size): Promise<Window>;
};

const PATIENCE_MS = 30_000;

/** What a person does: looks until something is there, and presses it. Everything throws where it does not come. */
export class Person {
  readonly window: Window;
  readonly #origin: string;

  constructor(window: Window, origin: string) {
    this.window = window;
    this.#origin = origin;
  }

  /** Opens a page of the shop and waits until it is hydrated. */
  async goto(path: string): Promise<void> {
    await this.window.goto(new URL(path, this.#origin).href);
    await this.until('the page is hydrated', () => !('replayPreHydrationEvents' in globalThis));
  }

  /** Waits until the function is true in the page. */
  async until<Args extends unknown[]>(
    what: string,
    isTrue: (...args: Args) => boolean,
    ...args: Args
  ): Promise<void> {
    await this.#wait(what, async () =>
      (await this.window.evaluate(isTrue, ...args)) ? true : null,
    );
  }

  /** Waits until the text is to be seen. */
  async sees(text: string): Promise<void> {
    await this.until(
      `“${text}” is shown`,
      (part) => {
        const has = (element: Element) =>
          (element.textContent ?? '').replaceAll(/\s+/g, ' ').includes(part);
        const holders = [...document.querySelectorAll('body *')].filter(
          (element) => has(element) && ![...element.children].some(has),
        );
        return holders.some((element) => element.getClientRects().length > 0);
      },
      text,
    );
  }

  async isAt(path: string): Promise<void> {
    await this.until(
      `the address is ${path}`,
      (start) => `${location.pathname}${location.search}${location.hash}`.startsWith(start),
      path,
    );
  }

  /** Waits for what has the role and the name, scrolls it into view and waits until it stands still. @param name whole, or the start of it before `…`. */
  async find(role: Role, name: string): Promise<Found> {
    let last = '';
    return this.#wait(`${role} “${name}”`, async () => {
      const found = await this.window.evaluate(findInPage, role, name);
      const place = JSON.stringify(found);
      const isStill = place === last;
      last = place;
      return isStill ? found : null;
    });
  }

  async click(role: Role, name: string): Promise<void> {
    const { x, y } = await this.find(role, name);
    await this.window.tap(x, y);
  }

  /** Presses a switch, and makes sure that it is on. */
  async switchOn(name: string): Promise<void> {
    await this.click('switch', name);
    const { selector } = await this.find('switch', name);
    await this.until(
      `${name} is on`,
      (at) => document.querySelector(at)?.getAttribute('aria-checked') === 'true',
      selector,
    );
  }

  /** Replaces what a field holds. */
  async fill(name: string, text: string, role: Role = 'textbox'): Promise<void> {
    const { selector } = await this.find(role, name);
    await this.focus(selector);
    await this.window.evaluate(
      (at) => document.querySelector<HTMLInputElement>(at)?.select(),
      selector,
    );
    await this.window.press('Delete');
    await this.window.type(text);
    await this.until(
      `${name} holds “${text}”`,
      (at, typed) => document.querySelector<HTMLInputElement>(at)?.value === typed,
      selector,
      text,
    );
  }

  async focus(selector: string): Promise<void> {
    await this.window.evaluate((at) => document.querySelector<HTMLElement>(at)?.focus(), selector);
  }

  async upload(name: string, files: string[]): Promise<void> {
    const { selector } = await this.find('file', name);
    await this.window.upload(selector, files);
  }

  async #wait<T>(what: string, look: () => Promise<T | null>): Promise<T> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      if (performance.now() > end) {
        const text = await this.window.evaluate(
          () => `${location.href}\n${document.querySelector('main')?.textContent?.slice(0, 2_000)}`,
        );
        expect.fail(`Waited in vain until there was: ${what}. The page says: ${text}`);
      }
      await wait(50);
    }
  }
}
