import { useEffect, useEffectEvent } from 'react';

export function useDroppedFiles(onFiles: (files: File[]) => void): void {
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      // One of the pickers has taken them, or it is text on its way into a field.
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      take([...event.dataTransfer.files]);
    };
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, []);
}
