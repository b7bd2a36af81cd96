/**
 * Feature tables whose rows belong to the address in `email`, and have an `ip_address`. They stay,
 * with their rows, where their feature is taken out.
 */
export const tablesByEmail = ['follows', 'inquiries', 'waiting_entries'] as const;
