import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { passphraseError } from '#features/backup/contract/passphrase.ts';
import type { RestoreState, RestoreStep } from '#features/copies/contract/copies.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { FileButton } from '#ui/file-button.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { ApiError } from '#ui/lib/api.ts';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { changedFileText, isChanged } from '#ui/lib/changed-file.ts';
import { isLoggedOut, reasonOf } from '#ui/lib/refusals.ts';
import { ChangedFile } from '#ui/lib/upload.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Switch } from '#ui/switch.tsx';
import { useSubmit } from '#ui/use-submit.ts';
import { restoreQuery, sendBackup, startRestore } from './copies-queries.ts';
import { checkPlace, PlaceFields, type PlaceKind, placeNames, placeOf } from './place-fields.tsx';

const steps: Record<RestoreStep, string> = {
  check: 'Checking everything in it',
  rows: 'Reading pieces, orders and settings',
  files: 'Storing photos and videos',
  end: 'Finishing',
};

export function RestoreProgress({ progress }: Pick<RestoreState, 'progress'>) {
  const { step, share } = progress ?? { step: 'check', share: null };
  return (
    <div className="max-w-2xl callout">
      <p role="status">
        The shop is being restored: {steps[step].toLowerCase()}. This takes a few minutes, or hours
        for a very large shop. Keep the shop running.
      </p>
      {share !== null && (
        <>
          <p className="figures mt-3 mb-1.5 text-sm">
            {steps[step]} {Math.floor(share * 100)} %
          </p>
          <ProgressBar label={steps[step]} share={share} />
        </>
      )}
    </div>
  );
}

export const Restored = () => (
  <p role="status" className="mt-6 max-w-2xl callout look-good">
    The shop is restored. Log in with the username and password it had.
  </p>
);

type Source = 'backup' | 'copy';
const noPlace = { address: '', endpoint: '', region: '', accessKeyId: '', secretAccessKey: '' };

type Props = Pick<RestoreState, 'problem' | 'contents'> & { name: string; button: string };

export function RestoreForm({ problem: earlier, contents, name, button }: Props) {
  const queryClient = useQueryClient();
  const [source, setSource] = useState<Source>('backup');
  const [kind, setKind] = useState<PlaceKind>('folder');
  const [file, setFile] = useState<File | null>(null);
  const [sentShare, setSentShare] = useState<number | null>(null);
  const [isTouched, setTouched] = useState(false);
  const [isAgreed, setAgreed] = useState(false);
  const sent = useRef<{ of: File; file: string }>(null);
  const fileId = useId();

  /** Another try with another passphrase does not send it again. */
  const idOf = async (chosen: File): Promise<string> => {
    if (sent.current?.of === chosen) return sent.current.file;
    setSentShare(0);
    try {
      sent.current = { of: chosen, file: await sendBackup(chosen, setSentShare) };
      return sent.current.file;
    } catch (error) {
      throw (await isChanged(chosen)) ? new ChangedFile(changedFileText(chosen.name)) : error;
    } finally {
      setSentShare(null);
    }
  };
  const { errors, problem, isBusy, onSubmit } = useSubmit({
    names: [...placeNames, 'words', 'day', 'passphrase', 'file'],
    check: ({ words, day: _day, passphrase, ...typed }) => {
      if (source === 'backup')
        return {
          file: file ? undefined : 'Please choose the file.',
          // Of an empty shop there is nothing to keep.
          passphrase:
            isAgreed && contents.length > 0
              ? (passphraseError(passphrase) ?? undefined)
              : undefined,
        };
      return {
        ...checkPlace(kind, typed),
        words: words.trim() === '' ? 'Please type the words from your sheet.' : undefined,
      };
    },
    send: async ({ words, day, passphrase, file: _file, ...typed }) => {
      const agreed = isAgreed ? contents : [];
      const wanted =
        source === 'backup' && file
          ? { ...noPlace, words: '', day: null, backup: { file: await idOf(file), passphrase } }
          : { ...placeOf(kind, typed), words, day: day === '' ? null : day, backup: null };
      const state = await startRestore({ ...wanted, agreed }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) sent.current = null;
        throw error;
      });
      setAgreed(false);
      setTouched(false);
      queryClient.setQueryData(restoreQuery.queryKey, state);
    },
    explain: (error) => {
      if (error instanceof ChangedFile) return error.message;
      return isCancelled(error) || isLoggedOut(error) ? undefined : reasonOf(error);
    },
  });
  const pick = ([chosen]: Iterable<File>) => {
    if (!chosen) return;
    setFile(chosen);
    setTouched(true);
  };
  return (
    <form
      onSubmit={onSubmit}
      onChange={() => setTouched(true)}
      noValidate
      aria-label={name}
      className="max-w-2xl space-y-6"
    >
      <SelectField
        label="Restore from"
        value={source}
        onChange={({ target }) => setSource(target.value === 'copy' ? 'copy' : 'backup')}
      >
        <option value="backup">A backup: the file you downloaded</option>
        <option value="copy">A nightly copy: a folder or a bucket</option>
      </SelectField>
      {source === 'backup' ? (
        <>
          <div>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
              <FileButton
                label="Backup file"
                accept=".tar,.age"
                disabled={isBusy}
                aria-describedby={fileId}
                onFiles={pick}
              >
                {file ? 'Choose another file' : 'Choose the backup'}
              </FileButton>
              <span id={fileId} role="status" className="wrap-anywhere text-quiet">
                {file?.name ?? 'It ends in .tar or .tar.age'}
              </span>
            </div>
            {errors.file && !file && (
              <p role="alert" className="mt-2 text-sm text-bad">
                {errors.file}
              </p>
            )}
          </div>
          <TextField
            key="passphrase"
            label="Passphrase"
            name="passphrase"
            type="password"
            autoComplete="off"
            hint={
              contents.length > 0
                ? 'The backup’s. If it has none, choose one: it opens the file that keeps the shop as it is now.'
                : 'Only if the backup is encrypted.'
            }
            error={errors.passphrase}
          />
        </>
      ) : (
        <>
          <PlaceFields kind={kind} onKind={setKind} errors={errors} />
          <TextArea
            label="The 24 words"
            name="words"
            required
            rows={3}
            maxLength={2000}
            hint="From the sheet of the key, in order."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.words}
          />
          <TextField
            label="Day"
            name="day"
            type="date"
            hint="In UTC. Leave it blank for the newest copy."
            className="max-w-56"
          />
        </>
      )}
      {contents.length > 0 && (
        <Switch
          label={`Replace ${new Intl.ListFormat('en-US').format(contents)}`}
          hint={`The shop as it is now is kept in a file for 90 days. The ${source === 'copy' ? '24 words open' : 'passphrase opens'} it.`}
          checked={isAgreed}
          onChange={setAgreed}
        />
      )}
      {sentShare !== null && (
        <div>
          <p className="figures mb-1.5 text-sm">
            Sending the file… {Math.floor(sentShare * 100)} %
          </p>
          <ProgressBar label="Sending the file" share={sentShare} />
        </div>
      )}
      {!isBusy && (problem ?? earlier) && (
        <p role="alert" className="callout look-bad wrap-anywhere">
          {problem ?? earlier}
        </p>
      )}
      <Button type="submit" disabled={isBusy}>
        {sentShare !== null ? 'Sending...' : isBusy ? 'Checking...' : button}
      </Button>
      <LeaveGuard when={() => isTouched}>Nothing is restored yet.</LeaveGuard>
    </form>
  );
}
