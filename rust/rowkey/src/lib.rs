#![doc = include_str!("../README.md")]
// C gets addresses: the module `flat` alone holds the calls, and answers for them. Every other module forbids unsafe code.
#![deny(unsafe_code, unsafe_op_in_unsafe_fn)]
#![warn(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "arrow")]
mod arrow;
mod column;
mod decode;
mod error;
mod flat;
mod keys;
mod layout;
mod value;

/// That of the record batches and arrays of this crate's interface.
#[cfg(feature = "arrow")]
pub use arrow_array;
pub use column::{Column, Values};
pub use error::{Error, ErrorKind};
pub use keys::{BadRows, Keys, KeysIter};
pub use layout::{Encoder, Layout};
pub use value::{Decimal, TimeUnit, Timestamp, Value};
