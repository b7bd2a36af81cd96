import type { SettingEntry } from '#core/contract/admin/setting-kinds.ts';
import { paperSizeTable } from './paper-sizes.ts';
import { isCodeWord } from './price-code.ts';

export const paper = {
  name: 'paper',
  readBy: 'admin',
  about: 'what is printed on invoices and labels',
  fields: {
    size: {
      kind: 'choice',
      label: 'Paper size for slips and invoices',
      options: paperSizeTable,
      initial: 'letter',
    },
    sellerName: {
      kind: 'line',
      label: 'Seller',
      hint: 'Your name on invoices and slips. Leave blank to use the shop’s name.',
      initial: '',
    },
    sellerAddress: { kind: 'text', label: 'Mailing Address', max: 1_000, initial: '' },
    taxId: {
      kind: 'line',
      label: 'Tax ID',
      hint: 'Include its type, such as EIN 12-3456789',
      initial: '',
    },
    invoiceFooter: { kind: 'text', label: 'Invoice footer', max: 2_000, initial: '' },
    invoiceYears: {
      kind: 'whole',
      label: 'Keep buyers on invoices (years)',
      hint: 'Invoices keep name and address this long, even when a buyer’s data is erased. Ask your tax adviser.',
      // As long as most tax offices require invoices.
      initial: 7,
      min: 0,
      max: 30,
    },
    /** Blank: there are no prices in code. */
    codeWord: {
      kind: 'line',
      label: 'Code Word',
      hint: 'Ten different letters that stand for 1 to 9 and 0. With BLACKHORSE, a label says BLKE for $1,250.',
      initial: '',
      max: 20,
      check: [isCodeWord, 'Please enter a word with ten different letters'],
      attributes: { autoComplete: 'off', spellCheck: false },
    },
  },
} as const satisfies SettingEntry;
