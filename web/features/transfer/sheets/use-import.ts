import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportEvent, ImportReport } from '#contract/transfer/transfer.ts';
import { messageOf } from '#web/lib/api.ts';
import { changedFileText, isChanged } from '#web/lib/changed-file.ts';
import { sendFile } from '#web/lib/upload.ts';

export type ImportState =
  | { step: 'idle' }
  /** `label` says what is going on; `share` is the progress, 0 to 1. */
  | { step: 'busy'; isDryRun: boolean; label: string; share: number }
  | { step: 'reported'; report: ImportReport }
  | { step: 'failed'; message: string };

const IMPORT_INTERRUPTED = 'The connection was lost. What’s in so far stays. Please import the same file again.';
const CHECK_INTERRUPTED = 'The connection was lost. Nothing has been saved. Please check the file again.';

const typeOf = (file: File) => (/\.csv$/i.test(file.name) ? 'text/csv' : 'application/zip');

/** Sends a file to be checked or imported, with progress and the report. */
export function useImport() {
  const queryClient = useQueryClient();
  const [state, setState] = useState<ImportState>({ step: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (file: File, isDryRun: boolean) => {
    const controller = new AbortController();
    running.current = controller;
    const busy = (label: string, share: number) => setState({ step: 'busy', isDryRun, label, share });
    const interrupted = isDryRun ? CHECK_INTERRUPTED : IMPORT_INTERRUPTED;
    let end: ImportState = { step: 'failed', message: interrupted };
    const handle = (event: ImportEvent) => {
      if ('report' in event) end = { step: 'reported', report: event.report };
      else if ('failure' in event) end = { step: 'failed', message: event.failure.message };
      else busy(`${isDryRun ? 'Checking' : 'Importing'} ${event.sheet}…`, event.share);
    };
    busy('Uploading the file…', 0);
    try {
      await sendFile(`/api/manage/import?dryRun=${isDryRun}`, file, {
        type: typeOf(file),
        onSent: (share) => busy('Uploading the file…', share),
        onLine: (line) => handle(JSON.parse(line) as ImportEvent),
        signal: controller.signal,
      });
    } catch (error) {
      if (controller.signal.aborted) end = { step: 'idle' };
      else {
        end = { step: 'failed', message: (await isChanged(file)) ? changedFileText() : messageOf(error, interrupted) };
      }
    }
    setState(end);
    if (!isDryRun) await queryClient.invalidateQueries();
  };

  return { state, start, cancel: () => running.current?.abort(), clear: () => setState({ step: 'idle' }) };
}
