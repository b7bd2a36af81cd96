import * as Radix from '@radix-ui/react-tabs';
import { type ReactNode, useEffect, useRef, useState } from 'react';

export type Tab = { name: string; content: ReactNode };

type Props = {
  label: string;
  tabs: readonly Tab[];
  /** Null: no tab is open. */
  shown: string | null;
  onShow: (name: string) => void;
  drawsAll?: boolean;
};

/**
 * Arrow keys, Home and End move between tabs. A panel is rendered when it is first opened and keeps
 * its state from then on.
 */
export function Tabs({ label, tabs, shown, onShow, drawsAll = false }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (shown !== null && !opened.includes(shown)) setOpened([...opened, shown]);

  // On a phone the tabs are wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab changes with `shown`
  useEffect(() => {
    const name = list.current?.querySelector<HTMLElement>('[data-state="active"]');
    if (name) list.current?.scrollTo({ left: name.offsetLeft - list.current.offsetLeft - 24 });
  }, [shown]);

  return (
    <Radix.Root value={shown ?? ''} onValueChange={onShow}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="top-(--header-height) z-10 max-md:sticky xl:sticky -mx-5 flex overflow-x-auto border-b border-line bg-ground px-5 [scrollbar-width:thin] md:-mx-1 md:px-1"
      >
        {tabs.map(({ name }) => (
          <Radix.Trigger
            key={name}
            value={name}
            className="min-h-12 shrink-0 border-b-2 border-transparent px-4 text-fine text-quiet transition-colors -outline-offset-4 first:-ml-4 md:mr-6 md:px-1 md:-outline-offset-2 md:first:-ml-1 md:last:mr-0 hover:text-accent data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ name, content }) => (
        <Radix.Content
          key={name}
          value={name}
          forceMount
          hidden={name !== shown}
          data-panel={name}
          className="scroll-mt-12 pt-8 **:scroll-mt-20"
        >
          {(drawsAll || opened.includes(name)) && content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
