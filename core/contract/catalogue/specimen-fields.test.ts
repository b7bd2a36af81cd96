import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type FieldName,
  fieldNames,
  fieldsByKind,
  initialValues,
  type SpecimenValues,
  specimenFields,
} from './specimen-fields.ts';
import {
  type Specimen,
  type SpecimenEdit,
  type SpecimenInput,
  specimen,
  specimenEdit,
  specimenInput,
} from './specimens.ts';

// By the compiler: the table has exactly the fields of the schemas.
expectTypeOf<keyof SpecimenInput>().toEqualTypeOf<FieldName>();
expectTypeOf<keyof SpecimenEdit>().toEqualTypeOf<FieldName>();
expectTypeOf<SpecimenInput>().toEqualTypeOf<SpecimenValues>();
expectTypeOf<FieldName>().toExtend<keyof Specimen>();

describe('the field table', () => {
  test('does not compile where a kind of field is forgotten', () => {
    // @ts-expect-error: all other kinds are missing.
    expect(() => fieldsByKind({ title: () => '' })).toThrow(TypeError);
  });

  test('gives every field to every schema', () => {
    expect(Object.keys(specimenInput.shape)).toEqual(fieldNames);
    expect(Object.keys(specimenEdit.shape)).toEqual(fieldNames);
    for (const name of fieldNames) expect(specimen.shape).toHaveProperty(name);
  });

  test('names every field and every column of the sheet once', () => {
    const table = Object.values(specimenFields);
    for (const names of [table.map(({ label }) => label), table.map(({ sheet }) => sheet)])
      expect(new Set(names).size).toBe(names.length);
  });

  test('has the same initial values as the schema', () => {
    expect(specimenInput.parse({ title: 'Quartz', category: 'Minerals' })).toEqual({
      ...initialValues,
      title: 'Quartz',
      shippingPrice: null,
    });
  });
});

describe('limits', () => {
  const base = { title: 'Quartz', category: 'Minerals' };
  const lines = fieldNames.filter((name) =>
    ['title', 'line', 'text', 'date', 'price', 'shipping'].includes(specimenFields[name].kind),
  );

  test.each(lines)(
    '%s accepts as many characters as the table allows, and not one more',
    (name) => {
      const { max } = specimenFields[name] as { max: number };
      for (const schema of [specimenInput, specimenEdit]) {
        expect(schema.safeParse({ ...base, [name]: 'x'.repeat(max) }).success).toBe(true);
        expect(schema.safeParse({ ...base, [name]: 'x'.repeat(max + 1) }).success).toBe(false);
      }
    },
  );

  test.each([
    [specimenInput, 0, false],
    [specimenInput, 1, true],
    [specimenEdit, 0, true],
    [specimenEdit, -1, false],
    [specimenInput, 9999, true],
    [specimenInput, 10_000, false],
    [specimenEdit, 10_000, false],
  ])('a quantity is accepted only within its limits (case %#)', (schema, quantity, isTaken) => {
    expect(schema.safeParse({ ...base, quantity }).success).toBe(isTaken);
  });

  test('at most 50 tags of 60 characters are accepted', () => {
    const tags = (count: number, length: number) =>
      specimenInput.safeParse({ ...base, tags: Array(count).fill('x'.repeat(length)) }).success;
    expect([tags(50, 60), tags(51, 60), tags(50, 61), tags(1, 0)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test.each(['title', 'category'] as const)(
    'a missing %s is refused with the message of each form',
    (name) => {
      const { [name]: _left, ...rest } = base;
      const messageOf = (schema: typeof specimenInput | typeof specimenEdit) =>
        schema.safeParse(rest).error?.issues[0]?.message;
      expect(messageOf(specimenInput)).toBe(specimenFields[name].missing.upload);
      expect(messageOf(specimenEdit)).toBe(specimenFields[name].missing.edit);
    },
  );
});
