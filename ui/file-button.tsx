import { type ComponentProps, type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';

type Props = Pick<
  ComponentProps<typeof Button>,
  'look' | 'className' | 'disabled' | 'ref' | 'aria-describedby'
> &
  Pick<ComponentProps<'input'>, 'accept' | 'multiple' | 'capture'> & {
    /** Names the browser's own field, which is hidden: it would go on reading "No file chosen". */
    label: string;
    onFiles: (files: File[]) => void;
    children: ReactNode;
  };

export function FileButton({
  label,
  accept,
  multiple,
  capture,
  onFiles,
  look = 'outline',
  children,
  ...button
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        capture={capture}
        disabled={button.disabled}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Otherwise choosing the same file again would be no change.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
