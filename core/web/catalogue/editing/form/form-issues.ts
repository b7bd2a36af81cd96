import type { UseFormReturn } from 'react-hook-form';
import {
  type FieldName,
  isFieldName,
  specimenFields,
} from '#core/contract/catalogue/specimen-fields.ts';
import { Unsendable } from '#core/web/catalogue/editing/pictures/use-videos.ts';
import { ApiError, problemIn } from '#ui/lib/api.ts';
import { ChangedFile } from '#ui/lib/upload.ts';
import { toast } from '#ui/toast.ts';
import type { SpecimenDraft } from './specimen-draft.ts';

export function showIssues(form: UseFormReturn<SpecimenDraft>, error: unknown): void {
  const issues = problemIn(error, 'invalid_input')?.issues ?? [];
  for (const { path, message } of issues) {
    const name = path.split('.')[0] ?? '';
    if (isFieldName(name)) form.setError(name, { message });
  }
}

export function tellContested(contested: readonly FieldName[]): void {
  if (contested.length === 0) return;
  const names = contested.map((name) => specimenFields[name].label).join(', ');
  toast({
    title: 'Also Changed in the Shop',
    description: `The form keeps what you typed: ${names}.`,
    duration: 15_000,
  });
}

/** Returns null for errors not about a file. */
export function fileRefusalOf(error: unknown): string | null {
  if (error instanceof Unsendable || error instanceof ChangedFile) return error.message;
  const problem = error instanceof ApiError ? error.problem : null;
  return problem !== null && 'file' in problem ? problem.message : null;
}
