import { toast } from './toast.ts';

/** Browsers begin a download quietly. */
export const toastSaving = (title: string): void =>
  void toast({ title, description: 'Your browser is saving the file.' });
