import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ForeignLook, SheetMatching } from '#contract/transfer/sheet-look.ts';
import type { ImportEvent, ImportReport } from '#contract/transfer/transfer.ts';
import { messageOf } from '#web/lib/api.ts';
import { changedFileText, isChanged } from '#web/lib/changed-file.ts';
import { sendFile } from '#web/lib/upload.ts';
import { lookAt } from './import-queries.ts';

export type ImportState =
  | { step: 'idle' }
  /** `label` says what is going on; `share` is the progress, 0 to 1. */
  | { step: 'busy'; isDryRun: boolean; label: string; share: number }
  | { step: 'reported'; report: ImportReport }
  /** `isRead`: the file is known, so that it can be checked or imported again. */
  | { step: 'failed'; message: string; isRead: boolean };

const IMPORT_INTERRUPTED = 'The connection was lost. What’s in so far stays. Please import the same file again.';
const READ_INTERRUPTED = 'The connection was lost while the file was read. Choose it again.';
const CHECK_INTERRUPTED = 'The connection was lost. Nothing has been saved. Please check the file again.';

const typeOf = (file: File) => (/\.csv$/i.test(file.name) ? 'text/csv' : 'application/octet-stream');

/** Sends a file to be looked at, checked or imported, with progress and the report. `look`: of a sheet that is not the shop's own; its columns are to be matched. */
export function useImport() {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [look, setLook] = useState<ForeignLook | null>(null);
  const [state, setState] = useState<ImportState>({ step: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const begin = () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    return controller.signal;
  };
  const failed = async (sent: File, error: unknown, interrupted: string, isRead = true): Promise<ImportState> => ({
    step: 'failed',
    message: (await isChanged(sent)) ? changedFileText() : messageOf(error, interrupted),
    isRead,
  });
  const busy = (isDryRun: boolean, label: string, share: number) => setState({ step: 'busy', isDryRun, label, share });

  const readFile = async (sent: File, matching: SheetMatching | null) => {
    const signal = begin();
    // A changed column is read again behind what is shown.
    const onSent = (share: number) => matching === null && busy(true, 'Reading the file…', share);
    onSent(0);
    try {
      const found = await lookAt(sent, matching, { onSent, signal });
      setLook(found.kind === 'foreign' ? found : null);
      setState({ step: 'idle' });
    } catch (error) {
      if (running.current?.signal !== signal) return;
      // Stopped: nothing is known of the file, so it is as if it had not been chosen.
      if (signal.aborted) setFile(null);
      setState(signal.aborted ? { step: 'idle' } : await failed(sent, error, READ_INTERRUPTED, matching !== null));
    }
  };

  const choose = (chosen: File) => {
    setFile(chosen);
    setLook(null);
    void readFile(chosen, null);
  };

  const match = (matching: SheetMatching) => {
    if (!file || !look) return;
    // At once, so that the next change is made of this one.
    setLook({ ...look, matching });
    void readFile(file, matching);
  };

  const start = async (isDryRun: boolean) => {
    if (!file) return;
    const signal = begin();
    const interrupted = isDryRun ? CHECK_INTERRUPTED : IMPORT_INTERRUPTED;
    let end: ImportState = { step: 'failed', message: interrupted, isRead: true };
    const handle = (event: ImportEvent) => {
      if ('report' in event) end = { step: 'reported', report: event.report };
      else if ('failure' in event) end = { step: 'failed', message: event.failure.message, isRead: true };
      else busy(isDryRun, `${isDryRun ? 'Checking' : 'Importing'} ${look ? file.name : event.sheet}…`, event.share);
    };
    busy(isDryRun, 'Uploading the file…', 0);
    const query = new URLSearchParams({
      dryRun: String(isDryRun),
      name: file.name.slice(0, 300),
      ...(look && { matching: JSON.stringify(look.matching) }),
    });
    try {
      await sendFile(`/api/manage/import?${query}`, file, {
        type: typeOf(file),
        onSent: (share) => busy(isDryRun, 'Uploading the file…', share),
        onLine: (line) => handle(JSON.parse(line) as ImportEvent),
        signal,
      });
    } catch (error) {
      end = signal.aborted ? { step: 'idle' } : await failed(file, error, interrupted);
    }
    setState(end);
    if (!isDryRun) await queryClient.invalidateQueries();
  };

  return { file, look, state, choose, match, start, cancel: () => running.current?.abort(), back: () => setState({ step: 'idle' }) };
}
