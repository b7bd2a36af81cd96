import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type {
  ForeignLook,
  SheetMatching,
  SheetReading,
} from '#features/sheets/contract/sheet-look.ts';
import type { ImportEvent, ImportReport } from '#features/sheets/contract/transfer.ts';
import { messageOf } from '#ui/lib/api.ts';
import { changedFileText, isChanged } from '#ui/lib/changed-file.ts';
import { sendFile } from '#ui/lib/upload.ts';
import { lookAt } from './import-queries.ts';

export type ImportState =
  | { step: 'idle' }
  /** `share` is the progress, 0 to 1. */
  | { step: 'busy'; isDryRun: boolean; label: string; share: number }
  | { step: 'reported'; report: ImportReport }
  /** `isRead`: the file is known, so it can be checked or imported again. */
  | { step: 'failed'; message: string; isRead: boolean };

const IMPORT_INTERRUPTED =
  'The connection was lost. What’s in so far stays. Please import the same file again.';
const READ_INTERRUPTED = 'The connection was lost while the file was read. Choose it again.';
const CHECK_INTERRUPTED =
  'The connection was lost. Nothing has been saved. Please check the file again.';

const typeOf = (file: File) =>
  /\.csv$/i.test(file.name) ? 'text/csv' : 'application/octet-stream';

export function useImport() {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [look, setLook] = useState<ForeignLook | null>(null);
  const [state, setState] = useState<ImportState>({ step: 'idle' });
  /** Columns that the owner has decided on. */
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set());
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const begin = () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    return controller.signal;
  };
  const failed = async (
    sent: File,
    error: unknown,
    interrupted: string,
    isRead = true,
  ): Promise<ImportState> => ({
    step: 'failed',
    message: (await isChanged(sent)) ? changedFileText() : messageOf(error, interrupted),
    isRead,
  });
  const busy = (isDryRun: boolean, label: string, share: number) =>
    setState({ step: 'busy', isDryRun, label, share });

  const readFile = async (sent: File, matching: SheetMatching | null, isFresh = false) => {
    const signal = begin();
    // A changed column is read again behind what is shown.
    const onSent = (share: number) => matching === null && busy(true, 'Reading the file…', share);
    onSent(0);
    try {
      const found = await lookAt(sent, matching, { onSent, signal, isFresh });
      setLook(found.kind === 'foreign' ? found : null);
      setState({ step: 'idle' });
    } catch (error) {
      if (running.current?.signal !== signal) return;
      // Stopped: nothing is known of the file, so it is as if it had not been chosen.
      if (signal.aborted) setFile(null);
      setState(
        signal.aborted
          ? { step: 'idle' }
          : await failed(sent, error, READ_INTERRUPTED, matching !== null),
      );
    }
  };

  const choose = (chosen: File) => {
    setFile(chosen);
    setLook(null);
    setDecided(new Set());
    void readFile(chosen, null);
  };

  const match = (matching: SheetMatching) => {
    if (!file || !look) return;
    // Set at once, so the next change builds on this one.
    setLook({ ...look, matching });
    void readFile(file, matching);
  };

  const decide = (column: number, target: SheetMatching['columns'][number]) => {
    if (!look) return;
    setDecided(new Set([...decided, column]));
    match({
      ...look.matching,
      columns: look.columns.map((_, at) =>
        at === column ? target : (look.matching.columns[at] ?? ''),
      ),
    });
  };

  /** Reads the file another way and proposes its columns again. */
  const readAs = (reading: SheetReading) => {
    if (!file || !look) return;
    setDecided(new Set());
    setLook({ ...look, matching: { ...look.matching, reading } });
    void readFile(file, { ...look.matching, columns: [], reading });
  };

  const forget = () => {
    if (!file) return;
    setDecided(new Set());
    void readFile(file, null, true);
  };

  /** Says what becomes of rows, and shows what that would do. */
  const answer = (matching: SheetMatching) => {
    if (!look) return;
    setLook({ ...look, matching });
    void run(true, matching, true);
  };

  const start = (isDryRun: boolean) => run(isDryRun, look?.matching ?? null);

  /** @param isQuiet what is shown stays until the new report is there. */
  const run = async (isDryRun: boolean, matching: SheetMatching | null, isQuiet = false) => {
    if (!file) return;
    const signal = begin();
    const interrupted = isDryRun ? CHECK_INTERRUPTED : IMPORT_INTERRUPTED;
    let end: ImportState = { step: 'failed', message: interrupted, isRead: true };
    const handle = (event: ImportEvent) => {
      if ('report' in event) end = { step: 'reported', report: event.report };
      else if ('failure' in event)
        end = { step: 'failed', message: event.failure.message, isRead: true };
      else if (!isQuiet)
        busy(
          isDryRun,
          `${isDryRun ? 'Checking' : 'Importing'} ${look ? file.name : event.sheet}…`,
          event.share,
        );
    };
    if (!isQuiet) busy(isDryRun, 'Uploading the file…', 0);
    try {
      await sendFile('POST /api/manage/import', file, {
        query: {
          dryRun: isDryRun ? 'true' : 'false',
          name: file.name.slice(0, 300),
          ...(matching && { matching: JSON.stringify(matching) }),
        },
        type: typeOf(file),
        onSent: (share) => !isQuiet && busy(isDryRun, 'Uploading the file…', share),
        onLine: (line) => handle(JSON.parse(line) as ImportEvent),
        signal,
      });
    } catch (error) {
      // Another answer has begun its own.
      if (isQuiet && signal.aborted) return;
      end = signal.aborted ? { step: 'idle' } : await failed(file, error, interrupted);
    }
    setState(end);
    if (!isDryRun) await queryClient.invalidateQueries();
  };

  return {
    file,
    look,
    state,
    decided,
    choose,
    match,
    decide,
    readAs,
    forget,
    answer,
    start,
    cancel: () => running.current?.abort(),
    back: () => setState({ step: 'idle' }),
  };
}
