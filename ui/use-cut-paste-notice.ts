import { useEffect } from 'react';
import { formatCount } from '#core/contract/counts.ts';
import { toast } from './toast.ts';

/** Browsers cut off in silence what is pasted beyond a field's length. */
export function useCutPasteNotice(): void {
  useEffect(() => {
    const tell = ({ target, clipboardData }: ClipboardEvent) => {
      if (
        !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) ||
        target.maxLength < 0
      )
        return;
      // Line breaks count as one unit in a field, whatever the system that they come from writes.
      const pasted = (clipboardData?.getData('text/plain') ?? '').replaceAll('\r\n', '\n');
      const replaced = (target.selectionEnd ?? 0) - (target.selectionStart ?? 0);
      const cut = target.value.length - replaced + pasted.length - target.maxLength;
      if (cut <= 0) return;
      toast({
        variant: 'destructive',
        title: 'Text Cut Off',
        description: `This field takes ${formatCount(target.maxLength)} characters. The last ${formatCount(cut)} of what you pasted ${cut === 1 ? 'is' : 'are'} missing.`,
      });
    };
    document.addEventListener('paste', tell);
    return () => document.removeEventListener('paste', tell);
  }, []);
}
