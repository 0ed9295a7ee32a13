"""Records what fastavro reads of receipts that were written with other schemas, for read-as-fastavro.test.ts.

    python3 -m venv venv && venv/bin/pip install fastavro==1.13.1
    venv/bin/python packages/contracts/src/avro/testing/record-readings.py [--schemas 300] [--seed 70]

Each line of readings.ndjson.gz is a writer's schema, drawn from ours by what people change, with the bytes of some receipts and
what fastavro read of them with our schema: a value, or null where it refused the bytes.
"""

import argparse
import copy
import gzip
import io
import json
import random
from pathlib import Path

import fastavro

here = Path(__file__).parent
ours = json.loads((here / '../../../../../schemas/avro/evaluate-request.avsc').read_text())
namespaces = ['loyalty', 'com.acme.pos', 'Acme.Pos.V2', None]


class Draws:
    """Draws a schema and its values. One in `rarity` draws of a kind is what Avro cannot read with our schema."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0

    def one_in(self, count):
        return self.random.randrange(count) == 0

    def name(self):
        self.names += 1
        return f'Own{self.names}'

    def receipt_schema(self):
        self.names = 0
        schema = self.record(ours)
        namespace = self.random.choice(namespaces)
        schema.pop('namespace', None)
        if namespace is not None:
            schema['namespace'] = namespace
        return schema

    def record(self, reader):
        name = self.name() if self.one_in(100) else reader['name']
        fields = [self.field(field) for field in reader['fields'] if not self.is_left_out(field)]
        fields += [{'name': f'own{at}', 'type': self.own_type(2)} for at in range(self.random.randrange(3))]
        if self.one_in(2):
            self.random.shuffle(fields)
        record = {'type': 'record', 'name': name, 'fields': fields}
        if self.one_in(6):
            record['namespace'] = self.random.choice(namespaces[:3])
        return record

    def is_left_out(self, field):
        return self.one_in(4) if 'default' in field else self.one_in(200)

    def field(self, field):
        drawn = {'name': field['name'], 'type': self.changed(field['type'])}
        if self.one_in(4) and isinstance(drawn['type'], list) and drawn['type'][0] == 'null':
            drawn['default'] = None
        return drawn

    def changed(self, reader):
        if isinstance(reader, list):
            return self.changed_plain(reader[1]) if self.one_in(4) else self.nullable(self.changed_plain(reader[1]))
        changed = self.changed_plain(reader)
        return self.nullable(changed) if self.one_in(5) else changed

    def nullable(self, schema):
        union = ['null', schema]
        if self.one_in(5) and schema != 'boolean':
            union.append('boolean')
        if self.one_in(3):
            self.random.shuffle(union)
        return union

    def changed_plain(self, reader):
        if isinstance(reader, dict) and reader['type'] == 'array':
            return {'type': 'array', 'items': self.changed(reader['items'])}
        if isinstance(reader, dict):
            return self.record(reader)
        if self.one_in(150):
            return self.random.choice(['boolean', 'string', 'double', {'type': 'enum', 'name': self.name(), 'symbols': ['A', 'B']}])
        return self.random.choice(
            {
                'string': ['string', 'string', {'type': 'string', 'avro.java.string': 'String'}, 'bytes'],
                'long': ['long', 'long', 'int'],
                'int': ['int'],
                'double': ['double', 'float', 'float', 'int', 'long'],
            }[reader]
        )

    def own_type(self, levels):
        """Of a field that we do not have."""
        plain = ['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string']
        if levels == 0 or self.one_in(2):
            return self.random.choice(plain)
        inner = lambda: self.own_type(levels - 1)
        name = self.name()
        return self.random.choice(
            [
                lambda: {'type': 'array', 'items': self.random.choice(plain[1:])},
                lambda: {'type': 'map', 'values': inner()},
                lambda: {'type': 'enum', 'name': name, 'symbols': ['A', 'B', 'C']},
                lambda: {'type': 'fixed', 'name': name, 'size': self.random.randrange(5)},
                lambda: {'type': 'record', 'name': name, 'fields': [{'name': 'a', 'type': inner()}, {'name': 'b', 'type': inner()}]},
                lambda: {'type': 'record', 'name': name, 'fields': [{'name': 'next', 'type': ['null', 'boolean', name]}]},
                lambda: ['null', self.random.choice(plain[1:])],
            ]
        )()

    def value(self, schema, named):
        """With the name of its type where it is a union's, because several may hold it."""
        if isinstance(schema, list):
            branches = [one for one in schema if one not in ('null', 'boolean')]
            # A record that holds itself ends soon.
            usual = branches and not (schema[-1] in named if isinstance(schema[-1], str) else False)
            return self.value(self.random.choice(branches if usual and not self.one_in(8) else schema), named)
        if isinstance(schema, str) and schema in named:
            return self.value(named[schema], named)
        kind = schema if isinstance(schema, str) else schema['type']
        if isinstance(schema, dict) and 'name' in schema:
            named[schema['name']] = schema
        match kind:
            case 'record':
                return {field['name']: self.value(field['type'], named) for field in schema['fields']}
            case 'array':
                return [self.value(schema['items'], named) for _ in range(self.random.randrange(3))]
            case 'map':
                return {self.text(): self.value(schema['values'], named) for _ in range(self.random.randrange(3))}
            case 'enum':
                return self.random.choice(schema['symbols'])
            case 'fixed':
                return self.random.randbytes(schema['size'])
            case 'null':
                return None
            case 'boolean':
                return self.one_in(2)
            case 'int':
                return self.random.choice([self.random.randrange(-3, 200), self.random.randrange(-(2**31), 2**31)])
            case 'long':
                large = self.random.randrange(-(2**53) + 1, 2**53)
                return self.random.choice([self.random.randrange(100_000), large, 2**60 if self.one_in(60) else large])
            case 'float' | 'double':
                return self.random.choice([self.random.randrange(100_000) / 1000, self.random.random() * 10.0 ** self.random.randrange(-9, 30)])
            case 'bytes':
                return b'\xff\xfe' if self.one_in(200) else self.text().encode()
            case 'string':
                return self.text()
        raise ValueError(kind)

    def text(self):
        return ''.join(self.random.choice('abcXYZ019 _-é✓𝄞') for _ in range(self.random.randrange(7)))


def reading(parsed, reader, value):
    written = io.BytesIO()
    fastavro.schemaless_writer(written, parsed, value)
    payload = written.getvalue()
    try:
        read = fastavro.schemaless_reader(io.BytesIO(payload), parsed, reader)
    except Exception:  # Each kind of refusal has a class of its own.
        read = None
    return {'bytes': payload.hex(), 'read': read}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--schemas', type=int, default=300)
    parser.add_argument('--seed', type=int, default=70)
    parser.add_argument('--out', type=Path, default=here / 'readings.ndjson.gz')
    given = parser.parse_args()
    draws = Draws(given.seed)
    reader = fastavro.parse_schema(copy.deepcopy(ours))
    lines = []
    while len(lines) < given.schemas:
        schema = draws.receipt_schema()
        parsed = fastavro.parse_schema(copy.deepcopy(schema))
        readings = [reading(parsed, reader, draws.value(schema, {})) for _ in range(2)]
        lines.append(json.dumps({'writer': schema, 'readings': readings}, ensure_ascii=False, separators=(',', ':')))
    # Without a time, so that the same draws are the same bytes.
    given.out.write_bytes(gzip.compress('\n'.join(lines).encode(), mtime=0))
    read = sum(one['read'] is not None for line in lines for one in json.loads(line)['readings'])
    print(f'{len(lines)} schemas, {2 * len(lines)} receipts, {read} read by fastavro {fastavro.__version__}')


main()
