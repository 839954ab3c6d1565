"""The reference client: a small asynchronous A2A client, exemplary in what it does with streams and ends."""
