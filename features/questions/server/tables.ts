import type { Generated } from 'kysely';
import type { InquiryStatus } from '#features/questions/contract/inquiry-rules.ts';

export type Inquiries = {
  id: Generated<number>;
  /**
   * Equal for all inquiries about the same thing, also after it is deleted: `specimen 12`, `order
   * 5`.
   */
  subject: string;
  title: string;
  /** Null once the specimen is deleted, and of an order. */
  specimen_id: number | null;
  order_id: number | null;
  name: string;
  email: string;
  status: InquiryStatus;
  /** For the limits of one hour; empty from the next day on, and in backups. */
  ip_address: string;
  created_at: string;
};

export type InquiryMessages = {
  id: Generated<number>;
  inquiry_id: number;
  author: 'asker' | 'admin';
  text: string;
  created_at: string;
};

declare module '#platform/db/schema.ts' {
  interface Schema {
    inquiries: Inquiries;
    inquiry_messages: InquiryMessages;
  }
}
