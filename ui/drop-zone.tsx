import { type ReactNode, useState } from 'react';

type Props = {
  children: ReactNode;
  className?: string;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
};

export function DropZone({ children, className = '', disabled = false, onFiles }: Props) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for the button inside
    <div
      className={`rounded-field border border-dashed transition-colors ${isOver ? 'border-accent bg-raised' : 'border-field'} ${className}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (event.dataTransfer.files.length === 0) return;
        // Also where it is not wanted: the browser would open the file in place of the page.
        event.preventDefault();
        if (!disabled) onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}
