import { useId, useLayoutEffect, useRef } from 'react';
import { settingLimits as limits } from '#core/contract/admin/setting-checks.ts';
import type { Setting } from '#core/contract/admin/settings.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { PlusIcon, TrashIcon } from '#ui/edit-icons.tsx';
import { TextField } from '#ui/field.tsx';
import { ArrowDownIcon } from '#ui/icons.tsx';
import { Switch } from '#ui/switch.tsx';

type Link = Setting<'footer_links'>['quickLinks'][number];

type Props = {
  title: string;
  /** The field of the setting; the paths in `errors` begin with it. */
  name: string;
  hint: string;
  links: Link[];
  errors: Record<string, string>;
  onChange: (links: Link[], options?: { atOnce: boolean }) => void;
};

type Control = 'up' | 'down' | 'text';

const MAX_LINKS = 20;
const atOnce = { atOnce: true };

export function LinkList({ title, name, hint, links, errors, onChange }: Props) {
  const headingId = useId();
  const list = useRef<HTMLOListElement>(null);
  const nextFocus = useRef<{ index: number; control: Control } | null>(null);
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
  /**
   * Keeps the focus on the same control of the moved row; at either end of the list it goes to the
   * other arrow.
   */
  const focusOn = (index: number, control: Control) => {
    nextFocus.current = { index, control };
  };
  useLayoutEffect(() => {
    if (!nextFocus.current) return;
    const { index, control } = nextFocus.current;
    nextFocus.current = null;
    const row = list.current?.children[index];
    const target = row?.querySelector<HTMLElement>(`[data-control="${control}"]:not(:disabled)`);
    (target ?? row?.querySelector<HTMLElement>('button[data-control]:not(:disabled)'))?.focus();
  });

  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-xl">
        {title}
      </h2>
      <p className="mt-1 text-sm text-quiet">{hint}</p>
      <ol ref={list} className="mt-4 divide-y divide-line border-y border-line">
        {links.map((link, index) => {
          const label = link.text.trim() || `link ${index + 1}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a link has no identity but its place; its text changes while it is typed
            <li key={index} className="py-4">
              <div className="grid gap-3 sm:grid-cols-2">
                <TextField
                  label="Text"
                  data-control="text"
                  maxLength={limits.linkText}
                  value={link.text}
                  error={errors[`${name}.${index}.text`]}
                  onChange={({ target }) => edit(index, { text: target.value })}
                />
                <TextField
                  label="Link"
                  maxLength={limits.link}
                  value={link.href}
                  error={errors[`${name}.${index}.href`]}
                  onChange={({ target }) => edit(index, { href: target.value })}
                />
              </div>
              <div className="mt-2 flex items-center justify-between gap-2">
                <Switch
                  label="Shown"
                  of={label}
                  checked={link.enabled}
                  onChange={(enabled) => edit(index, { enabled }, atOnce)}
                />
                <div className="flex">
                  <IconButton
                    label={`Move ${label} up`}
                    data-control="up"
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  >
                    <ArrowDownIcon className="size-5 rotate-180" />
                  </IconButton>
                  <IconButton
                    label={`Move ${label} down`}
                    data-control="down"
                    disabled={index === links.length - 1}
                    onClick={() => move(index, 1)}
                  >
                    <ArrowDownIcon />
                  </IconButton>
                  <IconButton
                    label={`Remove ${label}`}
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
        disabled={links.length >= MAX_LINKS}
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
