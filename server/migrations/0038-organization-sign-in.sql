alter table organizations
  add column session_days integer not null default 30 check (session_days between 1 and 365),
  add column code_minutes integer not null default 10 check (code_minutes between 5 and 30),
  add column primary_color text check (primary_color ~ '^#[0-9a-f]{6}$'),
  add column logo_url text;
comment on column organizations.session_days is 'How long a customer stays signed in.';
comment on column organizations.code_minutes is 'How long a sign-in code is good.';
comment on column organizations.primary_color is 'Colour of the brand on hosted pages, #rrggbb.';
comment on column organizations.logo_url is 'Picture of the brand on hosted pages.';
