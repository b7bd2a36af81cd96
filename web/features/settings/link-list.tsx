import { useId, useLayoutEffect, useRef } from 'react';
import type { Setting } from '#contract/settings.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { ArrowDownIcon, PlusIcon, TrashIcon } from '#web/ui/icons.tsx';
import { Switch } from '#web/ui/switch.tsx';

type Link = Setting<'footer_links'>['quickLinks'][number];

type Props = {
  title: string;
  /** Of its fields in `errors`. */
  name: string;
  hint: string;
  links: Link[];
  errors: Record<string, string>;
  onChange: (links: Link[], options?: { atOnce: boolean }) => void;
};

type Control = 'up' | 'down' | 'text';

const MOST = 20;
const atOnce = { atOnce: true };

/** Links of the footer: to be named, led elsewhere, shown or not, moved, added and removed. */
export function LinkList({ title, name, hint, links, errors, onChange }: Props) {
  const headingId = useId();
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<{ index: number; control: Control } | null>(null);
  const edit = (index: number, change: Partial<Link>, options?: { atOnce: boolean }) =>
    onChange(
      links.map((link, at) => (at === index ? { ...link, ...change } : link)),
      options,
    );
  const move = (index: number, by: -1 | 1) => {
    const moved = links.toSpliced(index, 1).toSpliced(index + by, 0, links[index] as Link);
    focusOn(index + by, by === -1 ? 'up' : 'down');
    onChange(moved, atOnce);
  };
  /** Where the hand was, in the row that is there now; at either end the other arrow. */
  const focusOn = (index: number, control: Control) => {
    wanted.current = { index, control };
  };
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { index, control } = wanted.current;
    wanted.current = null;
    const row = list.current?.children[index];
    const isThere = row?.querySelector<HTMLElement>(`[data-control="${control}"]:not(:disabled)`);
    (isThere ?? row?.querySelector<HTMLElement>('button[data-control]:not(:disabled)'))?.focus();
  });

  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-xl">
        {title}
      </h2>
      <p className="mt-1 text-sm text-quiet">{hint}</p>
      <ol ref={list} className="mt-4 divide-y divide-line border-y border-line">
        {links.map((link, index) => {
          const called = link.text.trim() || `link ${index + 1}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a link is its place; its words change while they are typed
            <li key={index} className="py-4">
              <div className="grid gap-3 sm:grid-cols-2">
                <TextField
                  label="Text"
                  data-control="text"
                  maxLength={100}
                  value={link.text}
                  error={errors[`${name}.${index}.text`]}
                  onChange={({ target }) => edit(index, { text: target.value })}
                />
                <TextField
                  label="Link"
                  maxLength={2_000}
                  value={link.href}
                  error={errors[`${name}.${index}.href`]}
                  onChange={({ target }) => edit(index, { href: target.value })}
                />
              </div>
              <div className="mt-2 flex items-center justify-between gap-2">
                <Switch label="Shown" of={called} checked={link.enabled} onChange={(enabled) => edit(index, { enabled }, atOnce)} />
                <div className="flex">
                  <IconButton label={`Move ${called} up`} data-control="up" disabled={index === 0} onClick={() => move(index, -1)}>
                    <ArrowDownIcon className="size-5 rotate-180" />
                  </IconButton>
                  <IconButton
                    label={`Move ${called} down`}
                    data-control="down"
                    disabled={index === links.length - 1}
                    onClick={() => move(index, 1)}
                  >
                    <ArrowDownIcon />
                  </IconButton>
                  <IconButton
                    label={`Remove ${called}`}
                    onClick={() => {
                      focusOn(Math.min(index, links.length - 2), 'text');
                      onChange(links.toSpliced(index, 1), atOnce);
                    }}
                  >
                    <TrashIcon />
                  </IconButton>
                </div>
              </div>
            </li>
          );
        })}
      </ol>
      <Button
        look="outline"
        className="mt-4"
        disabled={links.length >= MOST}
        onClick={() => {
          focusOn(links.length, 'text');
          onChange([...links, { text: '', href: '', enabled: true }]);
        }}
      >
        <PlusIcon /> Add to {title}
      </Button>
    </section>
  );
}
