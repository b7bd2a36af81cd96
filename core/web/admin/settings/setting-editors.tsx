import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { SettingErrors } from '#core/contract/admin/setting-checks.ts';
import { settingRules } from '#core/contract/admin/setting-rules.ts';
import type { Setting, SettingKey, Settings } from '#core/contract/admin/settings.ts';
import { writtenPages } from '#core/contract/storefront/legal.ts';
import { toastError } from '#ui/error-toast.ts';
import { send } from '#ui/lib/api.ts';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { ifMatch } from '#ui/lib/if-match.ts';
import { toast } from '#ui/toast.ts';
import { SettingEditor, type StoredSetting } from './setting-editor.ts';
import { fetchFailedMessage, savedMessage, saveFailedMessage } from './setting-messages.ts';
import { legalKey, settingsKey } from './settings-queries.ts';

type Editors = {
  of<K extends SettingKey>(key: K): SettingEditor<K>;
  each(
    action: (
      editor: Pick<SettingEditor<SettingKey>, 'finish' | 'resume' | 'leave' | 'isStuck'>,
    ) => void,
  ): void;
};

const Context = createContext<Editors | null>(null);

/** The editors outlive the panels, and save unsaved edits when the settings are left. */
export function SettingEditors({ editors, children }: { editors: Editors; children: ReactNode }) {
  useEffect(() => {
    const leave = () => editors.each((editor) => editor.leave());
    const hide = () => document.visibilityState === 'hidden' && leave();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      editors.each((editor) => editor.finish());
    };
  }, [editors]);
  return <Context value={editors}>{children}</Context>;
}

export function useNewEditors(): Editors {
  const queryClient = useQueryClient();
  const [editors] = useState(() => createEditors(queryClient));
  return editors;
}

export function useEditors(): Editors {
  const editors = use(Context);
  if (!editors) throw new Error('useEditors must be used within SettingEditors');
  return editors;
}

/** Saved or not; null until it is loaded. */
export function useTypedSetting<K extends SettingKey>(key: K): Setting<K> | null {
  const editor = useEditors().of(key);
  return useSyncExternalStore(editor.subscribe, editor.state, editor.state).value;
}

function createEditors(queryClient: QueryClient): Editors {
  const made = new Map<SettingKey, unknown>();
  const of = <K extends SettingKey>(key: K): SettingEditor<K> => {
    const known = made.get(key) as SettingEditor<K> | undefined;
    if (known) return known;
    const editor = new SettingEditor<K>({
      load: () =>
        storedBy<K>(send<ReadName>(`GET /api/settings/${key}`)).catch((cause: unknown) => {
          throw new Error(fetchFailedMessage(key), { cause });
        }),
      save: (value, { version, ...options }) =>
        storedBy<K>(
          send<WriteName>(`PUT /api/settings/${key}`, {
            // Each key has its own body type, which a variable key can't name.
            body: value as never,
            headers: version === null ? {} : ifMatch(version),
            ...options,
          }),
        ),
      check: settingRules[key] as (value: Setting<K>) => SettingErrors,
      onSaved: (stored, isLast) => {
        queryClient.setQueryData<Settings>(
          settingsKey,
          (settings) => settings && withSetting(settings, key, stored),
        );
        if (key === 'legal') queryClient.setQueryData(legalKey, stored);
        if (isLast) toast({ title: 'Settings Updated', description: savedMessage(key) });
      },
      onFailed: (error) =>
        isCancelled(error)
          ? toast({
              title: 'Not Saved',
              description: 'This change needs your password or a passkey.',
            })
          : toastError(error, saveFailedMessage(key)),
    });
    made.set(key, editor);
    void editor.load();
    return editor;
  };
  const each: Editors['each'] = (action) => {
    for (const editor of made.values()) action(editor as SettingEditor<SettingKey>);
  };
  return { of, each };
}

type ReadName = `GET /api/settings/${SettingKey}`;
type WriteName = `PUT /api/settings/${SettingKey}`;

/** The ETag is the version. */
async function storedBy<K extends SettingKey>(
  answer: Promise<Response>,
): Promise<StoredSetting<K>> {
  const response = await answer;
  return {
    value: (await response.json()) as Setting<K>,
    version: /"(.*)"/.exec(response.headers.get('etag') ?? '')?.[1] ?? null,
  };
}

function withSetting<K extends SettingKey>(
  settings: Settings,
  key: K,
  stored: Setting<K>,
): Settings {
  if (key === 'legal') return { ...settings, legalPages: writtenPages(stored as Setting<'legal'>) };
  return key in settings ? { ...settings, [key]: stored } : settings;
}
