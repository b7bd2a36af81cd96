import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Setting } from '#core/contract/admin/settings.ts';
import { ApiError } from '#ui/lib/api.ts';
import { cancelled } from '#ui/lib/cancelled.ts';
import {
  PAUSE_MS,
  type SaveOptions,
  SettingEditor,
  type SettingIO,
  type StoredSetting,
} from './setting-editor.ts';

type Legal = Setting<'legal'>;
type Save = {
  value: Legal;
  options: SaveOptions;
  done: PromiseWithResolvers<StoredSetting<'legal'>>;
};

const empty: Legal = { shipping: '', returns: '', privacy: '' };
const having = (shipping: string): Legal => ({ ...empty, shipping });
const stored = (value: Legal, version = '1'): StoredSetting<'legal'> => ({ value, version });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A loaded editor, with its saves and a log of its callbacks. */
async function makeEditor(change: Partial<SettingIO<'legal'>> = {}) {
  const saves: Save[] = [];
  const log: string[] = [];
  const editor = new SettingEditor<'legal'>({
    load: async () => stored(empty),
    save: (value, options) => {
      const done = Promise.withResolvers<StoredSetting<'legal'>>();
      saves.push({ value, options, done });
      return done.promise;
    },
    check: (value): Record<string, string> =>
      value.shipping === 'wrong' ? { shipping: 'Not this' } : {},
    onSaved: ({ shipping }, isLast) =>
      log.push(`saved ${shipping}${isLast ? '' : ', more to come'}`),
    onFailed: (error) => log.push(`failed: ${(error as Error).message}`),
    ...change,
  });
  await editor.load();
  const respond = async (index: number) => {
    const save = saves[index];
    if (save) save.done.resolve(stored(save.value, `after ${save.options.version}`));
    await vi.advanceTimersByTimeAsync(0);
  };
  const fail = async (index: number, message: string) => {
    saves[index]?.done.reject(new Error(message));
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    editor,
    saves,
    log,
    respond,
    fail,
    sent: () => saves.map(({ value }) => value.shipping),
  };
}

test('a burst of typing is saved once, after the pause', async () => {
  const { editor, log, respond, sent } = await makeEditor();
  for (const text of ['a', 'ab', 'abc']) {
    editor.edit(having(text));
    await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  }
  expect([sent(), editor.state().saving]).toEqual([[], 'waiting']);
  await vi.advanceTimersByTimeAsync(1);
  expect([sent(), editor.state().saving]).toEqual([['abc'], 'saving']);
  await respond(0);
  expect([log, editor.state().saving]).toEqual([['saved abc'], 'saved']);
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS);
  expect(sent()).toEqual(['abc']);
});

test('only one save runs at a time, and the last value wins', async () => {
  const { editor, log, respond, sent } = await makeEditor();
  editor.edit(having('one'), { atOnce: true });
  editor.edit(having('two'));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  editor.edit(having('three'), { atOnce: true });
  expect(sent()).toEqual(['one']);
  await respond(0);
  expect([sent(), log]).toEqual([['one', 'three'], ['saved one, more to come']]);
  await respond(1);
  expect([sent(), log.at(-1), editor.state().saving]).toEqual([
    ['one', 'three'],
    'saved three',
    'saved',
  ]);
});

test('a failed save keeps what was typed and can be retried', async () => {
  const { editor, log, respond, fail, sent } = await makeEditor();
  editor.edit(having('kept'), { atOnce: true });
  await fail(0, 'No');
  expect([log, editor.state().saving, editor.state().value?.shipping, editor.isStuck()]).toEqual([
    ['failed: No'],
    'unsaved',
    'kept',
    true,
  ]);
  editor.flush();
  await respond(1);
  expect([sent(), log.at(-1), editor.isStuck()]).toEqual([['kept', 'kept'], 'saved kept', false]);
  editor.flush();
  expect(sent()).toHaveLength(2);
});

test('what could not be saved is not saved later unless the admin tries again', async () => {
  const { editor, fail, sent } = await makeEditor();
  editor.edit(having('kept'), { atOnce: true });
  await fail(0, 'No');
  editor.leave();
  editor.finish();
  expect([sent(), editor.state().saving]).toEqual([['kept'], 'unsaved']);
});

test('after a login, what could not be loaded is loaded, and what could not be saved is saved', async () => {
  const { editor, log, respond, fail, sent } = await makeEditor();
  editor.edit(having('kept'), { atOnce: true });
  await fail(0, 'Logged out');
  editor.resume();
  await respond(1);
  expect([sent(), log.at(-1)]).toEqual([['kept', 'kept'], 'saved kept']);

  const answers = [
    Promise.reject(new Error('Logged out')),
    Promise.resolve(stored(having('stored'))),
  ];
  const { editor: other } = await makeEditor({
    load: () => answers.shift() ?? Promise.reject(new Error('Asked too often')),
  });
  expect(other.state()).toMatchObject({ value: null, loadError: 'Logged out' });
  other.resume();
  await vi.advanceTimersByTimeAsync(0);
  expect(other.state()).toMatchObject({ value: having('stored'), loadError: null });
});

test('leaving the page saves at once by a request that outlives it and replaces the running one', async () => {
  const { editor, saves, log, respond, sent } = await makeEditor();
  editor.leave();
  expect(sent()).toEqual([]);
  editor.edit(having('first'), { atOnce: true });
  editor.edit(having('second'));
  editor.leave();
  expect(sent()).toEqual(['first', 'second']);
  expect(saves.map(({ options }) => [options.signal.aborted, options.keepalive])).toEqual([
    [true, false],
    [false, true],
  ]);
  saves[0]?.done.reject(new DOMException('', 'AbortError'));
  await respond(1);
  expect([log, editor.state().saving]).toEqual([['saved second'], 'saved']);
  await vi.advanceTimersByTimeAsync(2 * PAUSE_MS);
  expect(sent()).toHaveLength(2);
});

test('an invalid value is not saved until it is valid', async () => {
  const { editor, sent } = await makeEditor();
  editor.edit(having('wrong'));
  await vi.advanceTimersByTimeAsync(2 * PAUSE_MS);
  editor.leave();
  expect([sent(), editor.state().errors, editor.isStuck()]).toEqual([
    [],
    { shipping: 'Not this' },
    true,
  ]);
  editor.edit(having('right'));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect([sent(), editor.state().errors]).toEqual([['right'], {}]);
});

test('a setting that cannot be loaded reports why and can be loaded again', async () => {
  let isOpen = false;
  const { editor } = await makeEditor({
    load: async () => (isOpen ? stored(empty) : Promise.reject(new Error('No'))),
  });
  expect([editor.state().value, editor.state().loadError]).toEqual([null, 'No']);
  isOpen = true;
  await editor.load();
  expect([editor.state().value, editor.state().loadError]).toEqual([empty, null]);
});

test('a change that is called off goes back to what is stored, and no later one brings it along', async () => {
  const { editor, saves, sent, respond } = await makeEditor();
  editor.edit(having('called off'), { atOnce: true });
  saves[0]?.done.reject(cancelled());
  await vi.advanceTimersByTimeAsync(0);
  expect([editor.state().value, editor.state().saving, editor.isStuck()]).toEqual([
    empty,
    'calledOff',
    false,
  ]);
  editor.flush();
  editor.edit(
    {
      ...editor.state().value,
      returns: 'Within a week.',
    } as Legal,
    { atOnce: true },
  );
  await respond(1);
  expect(sent()).toEqual(['called off', '']);
});

/** What the server says where another tab has saved since. */
const stale = () => new ApiError(412, '', '');

async function refused(save: Save | undefined) {
  save?.done.reject(stale());
  await vi.advanceTimersByTimeAsync(0);
}

test('each save names the version that the one before has made', async () => {
  const { editor, saves, respond } = await makeEditor();
  editor.edit(having('one'), { atOnce: true });
  await respond(0);
  editor.edit(having('two'), { atOnce: true });
  expect(saves.map(({ options }) => options.version)).toEqual(['1', 'after 1']);
});

test('fields that another tab has saved go together with those that were changed here', async () => {
  const answers = [stored(empty), stored({ ...empty, returns: 'Thirty days.' }, '2')];
  const { editor, saves, log, respond } = await makeEditor({
    load: async () => answers.shift() ?? stored(empty),
  });
  editor.edit(having('Within two days.'), { atOnce: true });
  await refused(saves[0]);
  expect(saves.map(({ value, options }) => [value, options.version])[1]).toEqual([
    { shipping: 'Within two days.', returns: 'Thirty days.', privacy: '' },
    '2',
  ]);
  await respond(1);
  expect(log).toEqual(['saved Within two days.']);
  expect(editor.state()).toMatchObject({
    saving: 'saved',
    conflict: null,
    merges: 1,
    value: { returns: 'Thirty days.' },
  });
});

test('where both have changed the same field nothing is saved until one is chosen', async () => {
  const answers = [stored(empty), stored(having('By tab A'), '2')];
  const { editor, saves, respond, sent } = await makeEditor({
    load: async () => answers.shift() ?? stored(empty),
  });
  editor.edit({ ...having('By tab B'), returns: 'By tab B too' }, { atOnce: true });
  await refused(saves[0]);
  expect(editor.state().conflict?.differences).toMatchObject([
    { name: 'shipping', mine: 'By tab B', theirs: 'By tab A', isContested: true },
    { name: 'returns', mine: 'By tab B too', theirs: '', isContested: false },
  ]);
  editor.flush();
  editor.leave();
  await vi.advanceTimersByTimeAsync(2 * PAUSE_MS);
  expect([sent(), editor.isStuck()]).toEqual([['By tab B'], true]);
  editor.resolve(new Map([['shipping', 'theirs'] as const, ['returns', 'mine'] as const]));
  await respond(1);
  expect(saves[1]).toMatchObject({
    value: { shipping: 'By tab A', returns: 'By tab B too' },
    options: { version: '2' },
  });
  expect(editor.state()).toMatchObject({ saving: 'saved', conflict: null });
});

test('the form is as it was after going back to it, and saving asks again', async () => {
  const answers = [stored(empty), stored(having('By tab A'), '2'), stored(having('By tab A'), '2')];
  const { editor, saves } = await makeEditor({
    load: async () => answers.shift() ?? stored(empty),
  });
  editor.edit(having('By tab B'), { atOnce: true });
  await refused(saves[0]);
  editor.postpone();
  expect(editor.state()).toMatchObject({
    value: having('By tab B'),
    saving: 'unsaved',
    conflict: null,
  });
  editor.flush();
  await refused(saves[1]);
  expect(editor.state().conflict?.theirs.value).toEqual(having('By tab A'));
});
