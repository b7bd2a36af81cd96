import type { UseFormReturn } from 'react-hook-form';
import { type FieldName, isFieldName, specimenFields } from '#contract/catalogue/specimen-fields.ts';
import { Unsendable } from '#web/features/catalogue/editing/pictures/use-videos.ts';
import { ApiError } from '#web/lib/api.ts';
import { ChangedFile } from '#web/lib/upload.ts';
import { toast } from '#web/ui/toast.ts';
import type { SpecimenDraft } from './specimen-draft.ts';

/** Shows the server's issues beneath their fields. */
export function showIssues(form: UseFormReturn<SpecimenDraft>, error: unknown): void {
  const issues = error instanceof ApiError ? (error.problem?.issues ?? []) : [];
  for (const { path, message } of issues) {
    const name = path.split('.')[0] ?? '';
    if (isFieldName(name)) form.setError(name, { message });
  }
}

/** Says in which fields the form has something else than the shop, where both were changed. */
export function tellContested(contested: readonly FieldName[]): void {
  if (contested.length === 0) return;
  const names = contested.map((name) => specimenFields[name].label).join(', ');
  toast({ title: 'Also Changed in the Shop', description: `The form keeps what you typed: ${names}.`, duration: 15_000 });
}

/** The message about one of the files, to be shown beside the pictures; null for any other error. */
export function fileRefusalOf(error: unknown): string | null {
  if (error instanceof Unsendable || error instanceof ChangedFile) return error.message;
  return error instanceof ApiError && error.problem?.file ? error.problem.message : null;
}
