import { type Kysely, sql } from "kysely";

export async function experiments(db: Kysely<unknown>): Promise<void> {
  await sql`create table ab_configurations (
    configuration_id text primary key,
    brand text not null,
    variable_block text not null,
    variants jsonb not null,
    first_used_at timestamptz not null
  )`.execute(db);
  await sql`create table ab_assignments (
    brand text not null,
    variable_block text not null,
    visitor_id uuid not null references visitors,
    configuration_id text not null references ab_configurations,
    component text not null,
    source text not null check (source in ('server', 'device', 'forced')),
    mixed boolean not null,
    assigned_at timestamptz not null,
    exposed_at timestamptz,
    primary key (brand, variable_block, visitor_id)
  )`.execute(db);
  await sql`create table conversions (
    brand text not null,
    variable_block text not null,
    visitor_id uuid not null,
    converted_at timestamptz not null,
    primary key (brand, variable_block, visitor_id),
    foreign key (brand, variable_block, visitor_id) references ab_assignments
  )`.execute(db);
}
