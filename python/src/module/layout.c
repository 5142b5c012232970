/* The type Layout: a template, the columns that it was given, and what it is compiled to for others. */
#include "layout.h"

#include <string.h>

static PyObject *layout_columns(PyObject *self, void *closure);

enum {
  MOST_VARIANTS = 256
}; /* of one template: who goes on giving values of other types waits for each compilation */

struct layout_object *layout_of(const struct module_state *state, PyObject *object) {
  const int is_layout = PyObject_IsInstance(object, (PyObject *)state->layout);
  if (is_layout == 0) PyErr_Format(PyExc_TypeError, "expected a Layout, found %R", object);
  return is_layout == 1 ? (struct layout_object *)object : NULL;
}

/* ---- Variants ---------------------------------------------------------------------------------- */

/* Whether the variant is what these kinds imply: of the columns that it uses those of the list have their
 * kind, and the others that of the main variant. */
static bool is_for_kinds(const struct layout_object *layout, const struct variant *variant,
                         PyObject *const *names, PyObject *const *kinds, size_t count) {
  for (size_t i = 0; i < variant->count; i++) {
    if (!rowkey_layout_uses(variant->layout, i)) continue;
    PyObject *expected = NULL;
    for (size_t k = 0; k < count && expected == NULL; k++)
      if (kinds[k] != NULL && PyUnicode_Compare(names[k], variant->columns[i].name) == 0) expected = kinds[k];
    if (expected == NULL) {
      const size_t place = variant_find(layout->main, variant->columns[i].name);
      if (place != ROWKEY_NONE) expected = layout->main->columns[place].kind;
    }
    if (expected == NULL || PyUnicode_Compare(variant->columns[i].kind, expected) != 0) return false;
  }
  return true;
}

/* Refuses instants and decimals that no type was declared for: LayoutError with the types to write. */
static bool check_declared(const struct layout_object *layout, PyObject *const *names, PyObject *const *kinds,
                           size_t count) {
  PyObject *used = layout_columns((PyObject *)(uintptr_t)layout, NULL);
  for (size_t i = 0; used != NULL && i < count; i++)
    if (kinds[i] != NULL && PyDict_Contains(used, names[i]) == 1 &&
        PyDict_SetItem(used, names[i], kinds[i]) != 0)
      Py_CLEAR(used);
  PyObject *problem = used == NULL ? NULL : find_undeclared(layout->state, used);
  Py_XDECREF(used);
  if (problem != NULL && problem != Py_None) PyErr_SetObject(layout->state->layout_error, problem);
  Py_XDECREF(problem);
  return !PyErr_Occurred();
}

/* Adds the variant to the list, where threads may read and add at the same time. */
static void publish(struct layout_object *layout, struct variant *variant) {
  variant->next = atomic_load(&layout->variants);
  while (!atomic_compare_exchange_weak(&layout->variants, &variant->next, variant)) continue;
}

static size_t count_variants(struct layout_object *layout) {
  size_t count = 0;
  for (const struct variant *at = atomic_load(&layout->variants); at != NULL; at = at->next) count++;
  return count;
}

const struct variant *layout_for_kinds(struct layout_object *layout, PyObject *const *names,
                                       PyObject *const *kinds, size_t count) {
  if (!layout->implied) return layout->main;
  if (is_for_kinds(layout, layout->main, names, kinds, count)) return layout->main;
  for (const struct variant *at = atomic_load(&layout->variants); at != NULL; at = at->next)
    if (is_for_kinds(layout, at, names, kinds, count)) return at;
  if (count_variants(layout) >= MOST_VARIANTS) {
    PyErr_SetString(
        layout->state->error,
        "the layout has met values of more than 256 combinations of types (expected columns=... that "
        "names the types)");
    return NULL;
  }
  if (!check_declared(layout, names, kinds, count)) return NULL;
  rowkey_error error;
  struct variant *variant =
      variant_create(layout->state, layout->template, names, kinds, count, true, &error);
  if (variant != NULL)
    publish(layout, variant);
  else if (!PyErr_Occurred())
    raise_library_error(layout->state, &error, NULL, 0);
  return variant;
}

/* ---- The object -------------------------------------------------------------------------------- */

/* The variant for a dict of columns. */
static struct variant *compile_for(const struct module_state *state, PyObject *template, PyObject *columns,
                                   rowkey_error *error) {
  PyObject *list = PyMapping_Items(columns);
  const Py_ssize_t count = list == NULL ? -1 : PyList_Size(list);
  if (count < 0) return NULL;
  struct variant *variant = NULL;
  PyObject **names = PyMem_Calloc(2 * (size_t)count + 1, sizeof *names), **kinds = names + count;
  for (Py_ssize_t i = 0; names != NULL && i < count; i++) {
    PyObject *item = PyList_GetItem(list, i);
    names[i] = PyTuple_GetItem(item, 0);
    kinds[i] = PyTuple_GetItem(item, 1);
  }
  if (names == NULL)
    PyErr_NoMemory();
  else
    variant = variant_create(state, template, names, kinds, (size_t)count, false, error);
  PyMem_Free(names);
  Py_DECREF(list);
  return variant;
}

/* What the template implies. One that uses the whole record implies a column of text that is named line. */
static struct variant *compile_implied(const struct module_state *state, PyObject *template,
                                       rowkey_error *error) {
  rowkey_error unused;
  struct variant *variant = variant_create(state, template, NULL, NULL, 0, true, error);
  if (variant != NULL || PyErr_Occurred()) return variant;
  PyObject *name = PyUnicode_FromString("line"), *kind = PyUnicode_FromString("text");
  if (name != NULL && kind != NULL) variant = variant_create(state, template, &name, &kind, 1, true, &unused);
  Py_XDECREF(name);
  Py_XDECREF(kind);
  return variant;
}

static bool create_main(struct layout_object *layout, PyObject *columns) {
  const struct module_state *state = layout->state;
  rowkey_error error;
  layout->main = layout->implied ? compile_implied(state, layout->template, &error)
                                 : compile_for(state, layout->template, columns, &error);
  if (layout->main != NULL) return true;
  return !PyErr_Occurred() && raise_library_error(state, &error, NULL, 0) != NULL;
}

/* Layout(template: bytes, columns: dict[str, str] | None) */
static PyObject *layout_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
  PyObject *template, *columns;
  if (keywords != NULL && PyDict_Size(keywords) > 0) {
    PyErr_SetString(PyExc_TypeError, "Layout() of rowkey._rowkey takes no keyword arguments");
    return NULL;
  }
  if (!PyArg_ParseTuple(arguments, "SO:Layout", &template, &columns)) return NULL;
  struct layout_object *layout = (struct layout_object *)PyType_GenericAlloc(type, 0);
  if (layout == NULL) return NULL;
  Py_INCREF(template);
  layout->template = template;
  layout->implied = columns == Py_None;
  layout->state = state_of_type(type);
  if (layout->state == NULL || !create_main(layout, columns)) Py_CLEAR(layout);
  return (PyObject *)layout;
}

static void layout_dealloc(PyObject *self) {
  struct layout_object *layout = (struct layout_object *)self;
  PyTypeObject *type = Py_TYPE(self);
  variant_free(layout->main);
  for (struct variant *at = atomic_load(&layout->variants), *next; at != NULL; at = next) {
    next = at->next;
    variant_free(at);
  }
  Py_XDECREF(layout->template);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

/* ---- What it tells ----------------------------------------------------------------------------- */

static PyObject *layout_template(PyObject *self, void *closure) {
  (void)closure;
  const struct layout_object *layout = (struct layout_object *)self;
  char *text;
  Py_ssize_t length;
  if (PyBytes_AsStringAndSize(layout->template, &text, &length) != 0) return NULL;
  return PyUnicode_DecodeUTF8(text, length, "surrogateescape");
}

static PyObject *layout_key_width(PyObject *self, void *closure) {
  (void)closure;
  const struct variant *variant = ((struct layout_object *)self)->main;
  const size_t width = rowkey_layout_key_width(variant->layout);
  return width == ROWKEY_NONE ? none() : PyLong_FromSize_t(width);
}

/* {name: kind} of the columns that the template uses. */
static PyObject *layout_columns(PyObject *self, void *closure) {
  (void)closure;
  const struct variant *variant = ((struct layout_object *)self)->main;
  PyObject *columns = PyDict_New();
  for (size_t i = 0; columns != NULL && i < variant->count; i++) {
    if (!rowkey_layout_uses(variant->layout, i)) continue;
    if (PyDict_SetItem(columns, variant->columns[i].name, variant->columns[i].kind) != 0) Py_CLEAR(columns);
  }
  return columns;
}

static PyGetSetDef layout_members[] = {
    {"template", layout_template, NULL, "The template as str: names are expanded.", NULL},
    {"key_width", layout_key_width, NULL,
     "The width of every key in bytes, or None where keys differ in length.", NULL},
    {"columns", layout_columns, NULL,
     "The columns that the template uses, as a dict from name to type. Where the layout was made without columns, those\n"
     "that the template implies: text, unless it needs a number; then i64, or u64 or f64 where only that will do.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef layout_methods[] = {
    {"_ranges", layout_ranges, METH_VARARGS, NULL},
    {"_explain", layout_explain, METH_O, NULL},
    {"_field_ends", layout_field_ends, METH_VARARGS, NULL},
    {"key", (PyCFunction)(void (*)(void))layout_key, METH_FASTCALL | METH_KEYWORDS,
     "key($self, row=None, seed=0, /, **values)\n--\n\n"
     "Return the key of one record, as bytes.\n\n"
     "The values are those of the columns, by name; others are left alone. None is a null, and so are pandas' NA and\n"
     "NaT and NumPy's NaT. int, float, str, bytes, bool, datetime, date, UUID, Decimal, IP addresses and NumPy's\n"
     "scalars are converted by what they are, exactly or with an error; str is read as the column's type reads text.\n\n"
     "random() differs from call to call and from process to process. With `row`, and `seed` or 0, it is what encode()\n"
     "makes for that row: for keys that must come out the same again.\n\n"
     "Raises RowError for a value that the layout refuses, TypeError for a value of a kind that its column does not\n"
     "take and for a column that has none, LayoutError for instants, dates and decimals of columns without a type.\n\n"
     ">>> import rowkey\n"
     ">>> layout = rowkey.Layout(\"{md5(host) % 1000:03d}|{host}|{ts:u64}\")\n"
     ">>> layout.key(host=\"web-1\", ts=1700000000)\n"
     "b'072|web-1|\\x00\\x00\\x00\\x00eS\\xf1\\x00'\n"},
    {"decode_key", layout_decode_key, METH_O,
     "decode_key($self, key, /)\n--\n\n"
     "Return the columns that are recovered from one key, as a dict. Every byte of the key is checked.\n\n"
     "Raises RowError for a key that encoding cannot have made.\n\n"
     ">>> import rowkey\n"
     ">>> layout = rowkey.Layout(\"{md5(host) % 1000:03d}|{host}|{ts:u64}\")\n"
     ">>> layout.decode_key(layout.key(host=\"web-1\", ts=1700000000))\n"
     "{'host': 'web-1', 'ts': 1700000000}\n"},
    {NULL, NULL, 0, NULL}};

static PyType_Slot layout_slots[] = {{Py_tp_new, layout_new},
                                     {Py_tp_dealloc, layout_dealloc},
                                     {Py_tp_methods, layout_methods},
                                     {Py_tp_getset, layout_members},
                                     {0, NULL}};

PyType_Spec layout_spec = {.name = "rowkey._rowkey.Layout",
                           .basicsize = sizeof(struct layout_object),
                           .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                           .slots = layout_slots};
