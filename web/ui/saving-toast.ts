import { toast } from './toast.ts';

/** Says that a download has begun, which browsers do quietly. */
export const toastSaving = (title: string): void => void toast({ title, description: 'Your browser is saving the file.' });
