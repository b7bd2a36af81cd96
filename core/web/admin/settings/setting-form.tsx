import { type ReactNode, type RefObject, useState, useSyncExternalStore } from 'react';
import type { Setting, SettingKey } from '#core/contract/admin/settings.ts';
import { Button } from '#ui/button.tsx';
import { ConflictChoice } from '#ui/conflict-choice.tsx';
import { useFocusIfLost } from '#ui/use-focus-if-lost.ts';
import { settingFieldLabel } from './setting-differences.ts';
import type { EditorState } from './setting-editor.ts';
import { useEditors } from './setting-editors.tsx';
import { loadFailedMessage } from './setting-messages.ts';

type TextName<T> = { [F in keyof T]: T[F] extends string ? F : never }[keyof T] & string;

export type TextProps = {
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
  onBlur?: () => unknown;
};

export type SettingForm<K extends SettingKey> = {
  value: Setting<K>;
  errors: Record<string, string>;
  saving: EditorState<K>['saving'];
  /** Counts merges with other tabs: each one begins a new draft. */
  merges: number;
  set(value: Setting<K>, options?: { atOnce?: boolean }): void;
  change(fields: Partial<Setting<K>>, options?: { atOnce?: boolean }): void;
  text: (name: TextName<Setting<K>>) => TextProps;
};

type Props<K extends SettingKey> = {
  name: K;
  /** False if the form has a button, and says `NotSaved`. */
  showsSaving?: boolean;
  children: (form: SettingForm<K>) => ReactNode;
};

export function SettingSection<K extends SettingKey>({
  name,
  showsSaving = true,
  children,
}: Props<K>) {
  const editor = useEditors().of(name);
  const { value, errors, loadError, saving, conflict, merges } = useSyncExternalStore(
    editor.subscribe,
    editor.state,
    editor.state,
  );
  const [isRetrying, setRetrying] = useState(false);
  if (isRetrying && saving !== 'saving') setRetrying(false);
  // Where the choice of a conflict or the retry button goes.
  const line = useFocusIfLost<HTMLParagraphElement>(`${conflict !== null} ${isRetrying}`);

  if (value === null) {
    return loadError !== null ? (
      <div role="alert" className="max-w-2xl callout look-bad">
        <p>{loadFailedMessage(name)}</p>
        <p className="mt-1 text-sm text-quiet">{loadError}</p>
        <Button look="outline" className="mt-3" onClick={() => void editor.load()}>
          Try again
        </Button>
      </div>
    ) : (
      // As tall as the screen, so that what is below the panel does not visibly jump.
      <div
        role="status"
        aria-label="Loading settings"
        className="waiting min-h-svh max-w-2xl space-y-4"
      >
        <div className="h-12 bg-line" />
        <div className="h-12 bg-line" />
        <div className="h-28 bg-line" />
      </div>
    );
  }
  if (conflict !== null)
    return (
      <ConflictChoice
        differences={conflict.differences}
        labelOf={settingFieldLabel}
        onResolve={(choices) => editor.resolve(choices)}
        onBack={() => editor.postpone()}
      />
    );
  const change: SettingForm<K>['change'] = (fields, options) =>
    editor.edit({ ...value, ...fields }, options);
  const form: SettingForm<K> = {
    value,
    errors,
    saving,
    merges,
    set: (next, options) => editor.edit(next, options),
    change,
    text: (field) => ({
      value: value[field] as string,
      error: errors[field],
      onChange: ({ target }) => change({ [field]: target.value } as Partial<Setting<K>>),
      // Leaving the field ends the pause for typing.
      onBlur: () => saving === 'waiting' && editor.flush(),
    }),
  };
  return (
    <div className="max-w-2xl">
      {children(form)}
      {showsSaving && (
        <Saving
          line={line}
          saving={saving}
          isInvalid={Object.keys(errors).length > 0}
          isRetrying={isRetrying}
          onRetry={() => {
            setRetrying(true);
            editor.flush();
          }}
        />
      )}
    </div>
  );
}

const NOT_SAVED = 'Not saved.';

type SavingProps = {
  line: RefObject<HTMLParagraphElement | null>;
  saving: EditorState<SettingKey>['saving'];
  isInvalid: boolean;
  /** The button stays while it works. */
  isRetrying: boolean;
  onRetry: () => void;
};

/** For those who missed the toast. */
function Saving({ line, saving, isInvalid, isRetrying, onRetry }: SavingProps) {
  const labels = {
    saved: 'Changes save automatically.',
    waiting: 'Saving …',
    saving: 'Saving …',
    unsaved: NOT_SAVED,
  };
  return (
    <p
      ref={line}
      tabIndex={-1}
      className={`mt-8 flex min-h-11 items-center gap-4 text-sm ${saving === 'unsaved' || isInvalid ? 'text-bad' : 'text-quiet'}`}
    >
      {isInvalid
        ? `${NOT_SAVED} Please correct the fields marked above.`
        : labels[saving === 'calledOff' ? 'saved' : saving]}
      {(saving === 'unsaved' || isRetrying) && !isInvalid && (
        <Button look="outline" disabled={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </p>
  );
}

/** Trying again presses the form's button, so it sends what the form says by then. */
export const NotSaved = () => (
  <p className="flex min-h-11 items-center gap-4 text-sm text-bad">
    {NOT_SAVED}
    <Button
      look="outline"
      onClick={({ currentTarget: { form } }) => {
        const save = form?.querySelector<HTMLButtonElement>('[type=submit]');
        save?.focus({ preventScroll: true });
        save?.click();
      }}
    >
      Try again
    </Button>
  </p>
);
