import { type ReactNode, useSyncExternalStore } from 'react';
import type { Setting, SettingKey } from '#contract/admin/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictChoice } from '#web/ui/conflict-choice.tsx';
import { settingFieldLabel } from './setting-differences.ts';
import type { EditorState } from './setting-editor.ts';
import { useEditors } from './setting-editors.tsx';
import { loadFailedMessage } from './setting-messages.ts';

/** The names of the fields that are text. */
type TextName<T> = { [F in keyof T]: T[F] extends string ? F : never }[keyof T] & string;

/** Props of a text field whose value is saved while it is typed. */
export type TextProps = {
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => unknown;
};

/** A setting and how its panel changes it. */
export type SettingForm<K extends SettingKey> = {
  value: Setting<K>;
  errors: Record<string, string>;
  saving: EditorState<K>['saving'];
  /** How often what another tab has saved came into the value: a draft of it begins again. */
  merges: number;
  /** Replaces the whole value. */
  set(value: Setting<K>, options?: { atOnce?: boolean }): void;
  /** Replaces some of its fields. */
  change(fields: Partial<Setting<K>>, options?: { atOnce?: boolean }): void;
  text: (name: TextName<Setting<K>>) => TextProps;
};

type Props<K extends SettingKey> = {
  name: K;
  /** Whether to show the progress of saving; false if a button saves. */
  showsSaving?: boolean;
  children: (form: SettingForm<K>) => ReactNode;
};

/** A setting as a form, including what is shown while it loads, if it cannot be loaded, and while it is saved. */
export function SettingSection<K extends SettingKey>({ name, showsSaving = true, children }: Props<K>) {
  const editor = useEditors().of(name);
  const { value, errors, loadError, saving, conflict, merges } = useSyncExternalStore(editor.subscribe, editor.state, editor.state);

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
      <div role="status" aria-label="Loading settings" className="waiting min-h-svh max-w-2xl space-y-4">
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
  const change: SettingForm<K>['change'] = (fields, options) => editor.edit({ ...value, ...fields }, options);
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
      {showsSaving && <Saving saving={saving} isInvalid={Object.keys(errors).length > 0} onRetry={() => editor.flush()} />}
    </div>
  );
}

/** The progress of saving, for those who missed the toast. */
function Saving({ saving, isInvalid, onRetry }: { saving: EditorState<SettingKey>['saving']; isInvalid: boolean; onRetry: () => void }) {
  const labels = { saved: 'Changes save automatically.', waiting: 'Saving …', saving: 'Saving …', unsaved: 'Not saved.' };
  return (
    <p className={`mt-8 flex min-h-11 items-center gap-4 text-sm ${saving === 'unsaved' || isInvalid ? 'text-bad' : 'text-quiet'}`}>
      {isInvalid ? 'Not saved. Please correct the fields marked above.' : labels[saving === 'calledOff' ? 'saved' : saving]}
      {saving === 'unsaved' && !isInvalid && (
        <Button look="outline" onClick={onRetry}>
          Try again
        </Button>
      )}
    </p>
  );
}
