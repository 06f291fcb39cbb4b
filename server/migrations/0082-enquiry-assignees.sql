create table enquiry_assignees (
  organization_id uuid not null,
  staff_id uuid not null,
  enquiry_id uuid not null,
  position smallint not null check (position >= 0),
  status text not null,
  primary key (organization_id, staff_id, enquiry_id),
  foreign key (organization_id, enquiry_id) references enquiries (organization_id, id) on delete cascade,
  foreign key (organization_id, staff_id) references staff (organization_id, id)
);
comment on table enquiry_assignees is 'Who answers an enquiry. The key is somebody''s own list, in the order of time.';
comment on column enquiry_assignees.organization_id is 'Whose enquiry it is.';
comment on column enquiry_assignees.staff_id is 'The staff member.';
comment on column enquiry_assignees.enquiry_id is 'The enquiry.';
comment on column enquiry_assignees.position is 'Place in the enquiry''s list, from 0; the first one is in charge.';
comment on column enquiry_assignees.status is 'The enquiry''s status: what waits for somebody is found without passing over what is done.';

create index enquiry_assignees_of_enquiry on enquiry_assignees (organization_id, enquiry_id, position);
create index enquiry_assignees_by_status on enquiry_assignees (organization_id, staff_id, status, enquiry_id);
